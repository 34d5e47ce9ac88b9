//! Quotas of tenants: exact numbers, and rules about the whole struct.

use std::collections::BTreeMap;

use hcl2::decode::Check;
use hcl2::value::Number;
use hcl2::{Decode, Loader, Spanned};

#[derive(Decode, Debug, PartialEq)]
#[hcl(validate = not_more_than_all)]
struct Quotas {
    total_bytes: u64,
    price: Number,
    #[hcl(block, name = "tenant")]
    tenants: BTreeMap<String, Tenant>,
}

#[derive(Decode, Debug, PartialEq)]
struct Tenant {
    bytes: Spanned<u64>,
    offset: i64,
    share: Option<Number>,
    #[hcl(default)]
    limits: BTreeMap<String, Option<u32>>,
}

fn not_more_than_all(quotas: &Quotas, check: &mut Check<'_, '_>) {
    let used: u128 = quotas
        .tenants
        .values()
        .map(|tenant| u128::from(*tenant.bytes))
        .sum();
    if used > u128::from(quotas.total_bytes) {
        let message = format!(
            "the tenants have {used} bytes together, but there are {} in all",
            quotas.total_bytes
        );
        check.error("total_bytes", message);
    }
}

#[test]
fn quotas_are_decoded() {
    let quotas: Quotas = super::check("quotas", &Loader::new());
    assert_eq!(quotas.total_bytes, u64::MAX);
    assert_eq!(quotas.price.to_string(), "0.1234567890123456789012345678");
    let acme = &quotas.tenants["acme"];
    assert_eq!((*acme.bytes, acme.offset), (1 << 40, i64::MIN));
    assert_eq!(acme.limits["uploads"], None);
    assert_eq!(
        acme.share.as_ref().map(ToString::to_string).as_deref(),
        Some("0.5")
    );
}
