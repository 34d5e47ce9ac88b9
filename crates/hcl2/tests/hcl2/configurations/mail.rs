//! Message templates with multi-line strings.

use std::collections::HashMap;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Mail {
    sender: Address,
    #[hcl(block, name = "template")]
    templates: HashMap<String, HashMap<String, Template>>,
    #[hcl(default)]
    attachments: Vec<Attachment>,
}

#[derive(Decode, Debug, PartialEq)]
struct Address {
    name: Option<String>,
    #[hcl(validate = has_at_sign)]
    address: String,
}

#[derive(Decode, Debug, PartialEq)]
struct Template {
    subject: String,
    body: String,
    #[hcl(default)]
    headers: HashMap<String, String>,
}

#[derive(Decode, Debug, PartialEq)]
struct Attachment {
    path: String,
    #[hcl(name = "type", default = "application/octet-stream")]
    media_type: String,
    inline: Option<bool>,
}

fn has_at_sign(address: &String) -> Result<(), String> {
    match address.split_once('@') {
        Some((user, host)) if !user.is_empty() && host.contains('.') => Ok(()),
        _ => Err(format!(
            "{address:?} is not an address, which looks like someone@example.org"
        )),
    }
}

#[test]
fn mail_is_decoded() {
    let loader = Loader::new()
        .variable("product", "Ledger")
        .variable(
            "links",
            hcl2::value::Value::tuple(["a", "b"].map(hcl2::value::Value::from)),
        )
        .standard_functions();
    let mail: Mail = super::check("mail", &loader);
    let german = &mail.templates["welcome"]["de"];
    assert_eq!(german.subject, "Willkommen bei Ledger");
    assert_eq!(german.body, "Hallo!\n- a\n- b\n");
    assert_eq!(mail.attachments[0].media_type, "application/octet-stream");
    assert_eq!(mail.templates["welcome"]["en"].headers["X-Product"], "ledger");
}
