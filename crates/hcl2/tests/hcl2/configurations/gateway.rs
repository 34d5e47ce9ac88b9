//! A gateway whose plugins decode their own settings.

use std::collections::BTreeMap;

use hcl2::diagnostics::Outcome;
use hcl2::model::{Attributes, BodyRef, BodySchema};
use hcl2::{Decode, Loader};

#[derive(Decode, Debug)]
struct Gateway {
    listen: Vec<u16>,
    #[hcl(block, name = "backend")]
    backends: BTreeMap<String, Backend>,
    #[hcl(block, name = "plugin")]
    plugins: Vec<Plugin>,
}

#[derive(Decode, Debug)]
struct Backend {
    servers: Vec<Server>,
    #[hcl(default)]
    balance: Balance,
    #[hcl(block)]
    headers: Option<Headers>,
}

#[derive(Decode, Debug, PartialEq)]
struct Server {
    host: String,
    #[hcl(default = 1)]
    weight: u8,
}

#[derive(Decode, Debug, Default, PartialEq)]
enum Balance {
    #[default]
    RoundRobin,
    LeastConnections,
}

#[derive(Decode, Debug)]
struct Headers {
    #[hcl(remain)]
    all: Attributes,
}

#[derive(Decode, Debug)]
struct Plugin {
    #[hcl(label)]
    kind: String,
    #[hcl(label)]
    name: String,
    #[hcl(default = true)]
    enabled: bool,
    #[hcl(remain)]
    settings: BodyRef,
}

impl PartialEq for Gateway {
    fn eq(&self, other: &Self) -> bool {
        let shape = |gateway: &Self| {
            let plugins = gateway.plugins.iter();
            let plugins: Vec<_> = plugins
                .map(|plugin| (plugin.kind.clone(), plugin.name.clone(), plugin.enabled))
                .collect();
            (
                gateway.listen.clone(),
                gateway.backends.keys().cloned().collect::<Vec<_>>(),
                plugins,
            )
        };
        shape(self) == shape(other)
    }
}

/// The settings of one of the plugins.
#[derive(Decode, Debug, PartialEq)]
struct RateLimit {
    requests: u32,
    #[hcl(block)]
    burst: Option<Burst>,
}

#[derive(Decode, Debug, PartialEq)]
struct Burst {
    size: u32,
}

#[test]
fn a_gateway_is_decoded() {
    let gateway: Gateway = super::check("gateway", &Loader::new());
    assert_eq!(gateway.backends["shop"].servers[1].weight, 3);
    assert_eq!(gateway.backends["shop"].balance, Balance::LeastConnections);
    assert_eq!(gateway.backends["static"].balance, Balance::RoundRobin);
    let headers = gateway.backends["shop"]
        .headers
        .as_ref()
        .map(|headers| headers.all.len());
    assert_eq!(headers, Some(2));
    let Outcome {
        value: limit,
        diagnostics: problems,
    } = hcl2::decode::decode_into::<RateLimit>(&gateway.plugins[0].settings, None);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        limit,
        Some(RateLimit {
            requests: 100,
            burst: Some(Burst { size: 20 })
        })
    );
    let rest = gateway.plugins[1]
        .settings
        .content(&BodySchema::new().required("issuer"))
        .value;
    assert!(rest.attributes.get("issuer").is_some());
}
