//! A web service.

use std::collections::BTreeMap;
use std::net::IpAddr;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Service {
    name: String,
    #[hcl(from_str)]
    bind: IpAddr,
    port: u16,
    #[hcl(default = 1, validate = enough)]
    replicas: u32,
    #[hcl(default)]
    environment: BTreeMap<String, String>,
    #[hcl(block)]
    health_check: Option<HealthCheck>,
    #[hcl(block)]
    tls: Option<Tls>,
    #[hcl(block, name = "upstream")]
    upstreams: BTreeMap<String, Upstream>,
}

#[derive(Decode, Debug, PartialEq)]
struct HealthCheck {
    path: String,
    #[hcl(default = 10)]
    interval_seconds: u32,
    #[hcl(default)]
    healthy_codes: Vec<u16>,
}

#[derive(Decode, Debug, PartialEq)]
struct Tls {
    certificate: String,
    min_version: TlsVersion,
}

#[derive(Decode, Debug, PartialEq)]
enum TlsVersion {
    #[hcl(name = "1.2")]
    V12,
    #[hcl(name = "1.3")]
    V13,
}

#[derive(Decode, Debug, PartialEq)]
struct Upstream {
    address: String,
    #[hcl(default = 1)]
    weight: u8,
}

fn enough(replicas: &u32) -> Result<(), &'static str> {
    if *replicas == 0 {
        return Err("a service without replicas serves nobody; use at least 1");
    }
    Ok(())
}

#[test]
fn a_service_is_decoded() {
    let loader = Loader::new().variable("region", "eu-1").standard_functions();
    let service: Service = super::check("service", &loader);
    assert_eq!(service.name, "checkout-eu-1");
    assert_eq!(service.upstreams["blue"].weight, 3);
    assert_eq!(service.environment["REGION"], "EU-1");
}
