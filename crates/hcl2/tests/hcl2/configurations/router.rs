//! A router of requests, whose conditions are evaluated for each request.

use std::collections::BTreeMap;

use hcl2::model::{EvalContext, ExpressionRef};
use hcl2::value::Value;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Router {
    #[hcl(block, name = "route")]
    routes: BTreeMap<Method, BTreeMap<String, Route>>,
    #[hcl(block)]
    fallback: Fallback,
}

#[derive(Decode, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[hcl(rename_all = "SCREAMING_SNAKE_CASE")]
enum Method {
    Get,
    Post,
}

#[derive(Decode, Debug)]
struct Route {
    to: String,
    when: Option<ExpressionRef>,
}

/// Compares only the presence of conditions: expressions have no equality.
impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to && self.when.is_some() == other.when.is_some()
    }
}

#[derive(Decode, Debug, PartialEq)]
struct Fallback {
    status: u16,
    #[hcl(default = "")]
    body: String,
}

#[test]
fn a_router_is_decoded() {
    let router: Router = super::check("router", &Loader::new());
    let route = &router.routes[&Method::Get]["/admin"];
    let condition = route.when.as_ref().expect("it has a condition");
    let admits = |user: &str| {
        let mut context = EvalContext::new();
        context.set_variable("user", Value::from(user));
        condition.evaluate(Some(&context)).value
    };
    assert_eq!(admits("root"), Value::from(true));
    assert_eq!(admits("guest"), Value::from(false));
    assert_eq!(router.fallback.status, 404);
}
