//! A cluster of machines, with pools that share settings.

use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

use hcl2::{Decode, Loader, Spanned};

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
struct Cluster {
    cluster_name: String,
    #[hcl(flatten)]
    network: Network,
    #[hcl(block, name = "pool")]
    pools: BTreeMap<Zone, BTreeMap<String, Pool>>,
    #[hcl(one_of)]
    storage: Option<Storage>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case", validate = distinct_name_servers)]
struct Network {
    #[hcl(from_str)]
    pod_network: Network4,
    #[hcl(default)]
    name_servers: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Network4(Ipv4Addr, u8);

impl std::str::FromStr for Network4 {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (address, bits) = text.split_once('/')?;
            Some(Self(
                address.parse().ok()?,
                bits.parse().ok().filter(|bits| *bits <= 32)?,
            ))
        };
        read().ok_or_else(|| "a network is an address and a number of bits, as in 10.244.0.0/16".to_owned())
    }
}

#[derive(Decode, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    North,
    South,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
struct Pool {
    machine_type: String,
    count: u16,
    #[hcl(default)]
    taints: BTreeSet<String>,
    labels: Option<BTreeMap<String, String>>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "kebab-case")]
enum Storage {
    LocalDisk(LocalDisk),
    NetworkDisk(NetworkDisk),
}

#[derive(Decode, Debug, PartialEq)]
struct LocalDisk {
    path: String,
}

#[derive(Decode, Debug, PartialEq)]
struct NetworkDisk {
    #[hcl(label)]
    class: String,
    gigabytes: u64,
}

fn distinct_name_servers(network: &Network, check: &mut hcl2::decode::Check<'_, '_>) {
    let mut seen = BTreeSet::new();
    for server in &network.name_servers {
        if !seen.insert(server.as_str()) {
            check.warning(
                "name-servers",
                format!("the name server {} is there twice", server.as_str()),
            );
        }
    }
}

#[test]
fn a_cluster_is_decoded() {
    let loader = Loader::new().variable("size", "large").standard_functions();
    let cluster: Cluster = super::check("cluster", &loader);
    assert_eq!(
        cluster.network.pod_network,
        Network4(Ipv4Addr::new(10, 244, 0, 0), 16)
    );
    assert_eq!(cluster.pools[&Zone::North]["workers"].machine_type, "m-large");
    assert!(cluster.pools[&Zone::South]["workers"].taints.contains("batch"));
    assert!(matches!(cluster.storage, Some(Storage::NetworkDisk(disk)) if disk.class == "fast"));
}
