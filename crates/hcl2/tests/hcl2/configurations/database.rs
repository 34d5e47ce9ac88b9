//! Pools of database connections, with secrets from outside the file.

use std::collections::BTreeMap;

use hcl2::decode::Check;
use hcl2::value::{Mark, Value};
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Databases {
    #[hcl(block, name = "database")]
    databases: BTreeMap<String, Database>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(validate = pool_fits)]
struct Database {
    url: String,
    password: Value,
    #[hcl(block, default)]
    pool: Pool,
    #[hcl(block, name = "replica")]
    replicas: Vec<Replica>,
    statement_timeout: Option<f64>,
}

#[derive(Decode, Debug, Default, PartialEq)]
struct Pool {
    #[hcl(default = 1)]
    min: u16,
    #[hcl(default = 10)]
    max: u16,
}

#[derive(Decode, Debug, PartialEq)]
struct Replica {
    url: String,
    #[hcl(default = true)]
    read_only: bool,
}

fn pool_fits(database: &Database, check: &mut Check<'_, '_>) {
    let Pool { min, max } = database.pool;
    if min > max {
        check.error(
            "pool",
            format!("a pool cannot keep {min} connections open and have {max} at most"),
        );
    }
}

#[test]
fn databases_are_decoded() {
    let secret = Value::from("s3cr3t").with_mark(Mark::new("secret"));
    let secrets = Value::object([("orders", secret.clone())]);
    let loader = Loader::new()
        .variable("secrets", secrets)
        .variable("host", "db.internal");
    let databases: Databases = super::check("database", &loader);
    let orders = &databases.databases["orders"];
    assert_eq!(orders.password, secret);
    assert_eq!(orders.url, "postgres://db.internal:5432/orders");
    assert_eq!((orders.pool.min, orders.pool.max), (4, 10));
    assert!(orders.replicas[0].read_only && !orders.replicas[1].read_only);
}
