//! Layers as sources of other libraries for configuration.

use crate::{Error, Layers};

/// Layers are a provider: `Figment::new().merge(layers)`. Blocks are dictionaries as
/// [`Document::deserialize`](crate::Document::deserialize) has them.
#[cfg(feature = "figment")]
impl figment::Provider for Layers {
    fn metadata(&self) -> figment::Metadata {
        figment::Metadata::named("HCL")
    }

    fn data(&self) -> Result<figment::value::Map<figment::Profile, figment::value::Dict>, figment::Error> {
        let dict = values(self).map_err(|error| figment::Error::from(error.to_string()))?;
        Ok(figment::value::Map::from([(figment::Profile::Default, dict)]))
    }
}

/// Layers are a source: `Config::builder().add_source(layers)`. Each value of the top level names the place that it comes
/// from. Blocks are tables as [`Document::deserialize`](crate::Document::deserialize) has them.
#[cfg(feature = "config")]
impl config::Source for Layers {
    fn clone_into_box(&self) -> Box<dyn config::Source + Send + Sync> {
        Box::new(self.clone())
    }

    fn collect(&self) -> Result<config::Map<String, config::Value>, config::ConfigError> {
        let foreign = |error: Error| config::ConfigError::Foreign(Box::new(error));
        let document = self.load().map_err(foreign)?;
        let values: config::Map<String, config::Value> = document.deserialize().map_err(foreign)?;
        let with_origin = |(name, value): (String, config::Value)| {
            let origin = document.origin(&name).map(|origin| origin.to_string());
            let value = config::Value::new(origin.as_ref(), value.kind);
            (name, value)
        };
        Ok(values.into_iter().map(with_origin).collect())
    }
}

#[cfg(feature = "figment")]
fn values(layers: &Layers) -> Result<figment::value::Dict, Error> {
    layers.load()?.deserialize()
}
