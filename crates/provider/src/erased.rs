//! The parts of a provider without their models: by values, which have not been converted to the schema.

use std::pin::Pin;
use std::time::SystemTime;

use hcl2_value::Value;
use hcl2_wire::json::RawValue;

use crate::resource::{Change, Source};
use crate::schema::{Definition, Schema};
use crate::{
    Action, Context, DataSource, EphemeralResource, Found, ListResource, Opened, Problem, Progress, Resource,
};

/// The answer of a call.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send + 'a>>;

/// A [`Resource`] by values of its schema.
pub(crate) trait AnyResource: Send + Sync {
    fn definition(&self) -> Definition;
    fn validate(&self, config: Value) -> Answer<'_, ()>;
    fn plan<'a>(&'a self, change: &'a mut Change, context: &'a mut Context) -> Answer<'a, ()>;
    fn create<'a>(&'a self, planned: Value, context: &'a mut Context) -> Answer<'a, Value>;
    fn update<'a>(&'a self, prior: Value, planned: Value, context: &'a mut Context) -> Answer<'a, Value>;
    fn delete<'a>(&'a self, state: Value, context: &'a mut Context) -> Answer<'a, ()>;
    fn read<'a>(&'a self, state: Value, context: &'a mut Context) -> Answer<'a, Option<Value>>;
    fn import<'a>(&'a self, id: &'a str, context: &'a mut Context) -> Answer<'a, Value>;
    fn import_identity<'a>(&'a self, identity: Value, context: &'a mut Context) -> Answer<'a, Value>;
    fn upgrade<'a>(&'a self, version: i64, stored: RawValue<'a>) -> Answer<'a, Value>;
    fn upgrade_identity<'a>(&'a self, version: i64, stored: RawValue<'a>) -> Answer<'a, Value>;
    fn take_over<'a>(&'a self, source: Source<'a>, context: &'a mut Context) -> Answer<'a, Option<Value>>;
    fn generate(&self, state: Value) -> Answer<'_, Value>;
}

impl<R: Resource> AnyResource for R {
    fn definition(&self) -> Definition {
        Resource::definition(self)
    }

    fn validate(&self, config: Value) -> Answer<'_, ()> {
        Box::pin(async move {
            match R::Model::from_value(&config) {
                Ok(config) => Resource::validate(self, config).await,
                // What does not fit was reported by the schema, unless it is unknown yet.
                Err(_) => Ok(()),
            }
        })
    }

    fn plan<'a>(&'a self, change: &'a mut Change, context: &'a mut Context) -> Answer<'a, ()> {
        Box::pin(Resource::plan(self, change, context))
    }

    fn create<'a>(&'a self, planned: Value, context: &'a mut Context) -> Answer<'a, Value> {
        Box::pin(async move {
            let planned = R::Model::from_value(&planned)?;
            Resource::create(self, planned, context).await?.to_value()
        })
    }

    fn update<'a>(&'a self, prior: Value, planned: Value, context: &'a mut Context) -> Answer<'a, Value> {
        Box::pin(async move {
            let (prior, planned) = (R::Model::from_value(&prior)?, R::Model::from_value(&planned)?);
            Resource::update(self, prior, planned, context).await?.to_value()
        })
    }

    fn delete<'a>(&'a self, state: Value, context: &'a mut Context) -> Answer<'a, ()> {
        Box::pin(async move { Resource::delete(self, R::Model::from_value(&state)?, context).await })
    }

    fn read<'a>(&'a self, state: Value, context: &'a mut Context) -> Answer<'a, Option<Value>> {
        Box::pin(async move {
            let found = Resource::read(self, R::Model::from_value(&state)?, context).await?;
            found.map(|state| state.to_value()).transpose()
        })
    }

    fn import<'a>(&'a self, id: &'a str, context: &'a mut Context) -> Answer<'a, Value> {
        Box::pin(async move { Resource::import(self, id, context).await?.to_value() })
    }

    fn import_identity<'a>(&'a self, identity: Value, context: &'a mut Context) -> Answer<'a, Value> {
        Box::pin(async move {
            Resource::import_identity(self, identity, context)
                .await?
                .to_value()
        })
    }

    fn upgrade<'a>(&'a self, version: i64, stored: RawValue<'a>) -> Answer<'a, Value> {
        Box::pin(Resource::upgrade(self, version, stored))
    }

    fn upgrade_identity<'a>(&'a self, version: i64, stored: RawValue<'a>) -> Answer<'a, Value> {
        Box::pin(Resource::upgrade_identity(self, version, stored))
    }

    fn take_over<'a>(&'a self, source: Source<'a>, context: &'a mut Context) -> Answer<'a, Option<Value>> {
        Box::pin(async move {
            let taken = Resource::take_over(self, source, context).await?;
            taken.map(|state| state.to_value()).transpose()
        })
    }

    fn generate(&self, state: Value) -> Answer<'_, Value> {
        Box::pin(Resource::generate(self, state))
    }
}

/// A [`DataSource`] by values of its schema.
pub(crate) trait AnyDataSource: Send + Sync {
    fn definition(&self) -> Definition;
    fn validate(&self, config: Value) -> Answer<'_, ()>;
    fn read<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, Value>;
}

impl<D: DataSource> AnyDataSource for D {
    fn definition(&self) -> Definition {
        DataSource::definition(self)
    }

    fn validate(&self, config: Value) -> Answer<'_, ()> {
        Box::pin(async move {
            match D::Model::from_value(&config) {
                Ok(config) => DataSource::validate(self, config).await,
                Err(_) => Ok(()),
            }
        })
    }

    fn read<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, Value> {
        Box::pin(async move {
            let config = D::Model::from_value(&config)?;
            DataSource::read(self, config, context).await?.to_value()
        })
    }
}

/// An [`EphemeralResource`] by values of its schema.
pub(crate) trait AnyEphemeral: Send + Sync {
    fn definition(&self) -> Definition;
    fn validate(&self, config: Value) -> Answer<'_, ()>;
    fn open<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, Opened<Value>>;
    fn renew<'a>(&'a self, context: &'a mut Context) -> Answer<'a, Option<SystemTime>>;
    fn close<'a>(&'a self, context: &'a mut Context) -> Answer<'a, ()>;
}

impl<E: EphemeralResource> AnyEphemeral for E {
    fn definition(&self) -> Definition {
        EphemeralResource::definition(self)
    }

    fn validate(&self, config: Value) -> Answer<'_, ()> {
        Box::pin(async move {
            match E::Model::from_value(&config) {
                Ok(config) => EphemeralResource::validate(self, config).await,
                Err(_) => Ok(()),
            }
        })
    }

    fn open<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, Opened<Value>> {
        Box::pin(async move {
            let opened = EphemeralResource::open(self, E::Model::from_value(&config)?, context).await?;
            Ok(Opened {
                model: opened.model.to_value()?,
                renew_at: opened.renew_at,
            })
        })
    }

    fn renew<'a>(&'a self, context: &'a mut Context) -> Answer<'a, Option<SystemTime>> {
        Box::pin(EphemeralResource::renew(self, context))
    }

    fn close<'a>(&'a self, context: &'a mut Context) -> Answer<'a, ()> {
        Box::pin(EphemeralResource::close(self, context))
    }
}

/// A [`ListResource`] by values of its schema.
pub(crate) trait AnyList: Send + Sync {
    fn definition(&self) -> Definition;
    fn validate(&self, config: Value) -> Answer<'_, ()>;
    fn list<'a>(&'a self, config: Value, found: &'a mut Found, context: &'a mut Context) -> Answer<'a, ()>;
}

impl<L: ListResource> AnyList for L {
    fn definition(&self) -> Definition {
        ListResource::definition(self)
    }

    fn validate(&self, config: Value) -> Answer<'_, ()> {
        Box::pin(async move {
            match L::Config::from_value(&config) {
                Ok(config) => ListResource::validate(self, config).await,
                Err(_) => Ok(()),
            }
        })
    }

    fn list<'a>(&'a self, config: Value, found: &'a mut Found, context: &'a mut Context) -> Answer<'a, ()> {
        Box::pin(async move {
            let config = L::Config::from_value(&config)?;
            ListResource::list(self, config, found, context).await
        })
    }
}

/// An [`Action`] by values of its schema.
pub(crate) trait AnyAction: Send + Sync {
    fn definition(&self) -> Definition;
    fn validate(&self, config: Value) -> Answer<'_, ()>;
    fn plan<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, ()>;
    fn invoke<'a>(
        &'a self,
        config: Value,
        progress: &'a mut Progress,
        context: &'a mut Context,
    ) -> Answer<'a, ()>;
}

impl<A: Action> AnyAction for A {
    fn definition(&self) -> Definition {
        Action::definition(self)
    }

    fn validate(&self, config: Value) -> Answer<'_, ()> {
        Box::pin(async move {
            match A::Config::from_value(&config) {
                Ok(config) => Action::validate(self, config).await,
                Err(_) => Ok(()),
            }
        })
    }

    fn plan<'a>(&'a self, config: Value, context: &'a mut Context) -> Answer<'a, ()> {
        Box::pin(async move {
            match A::Config::from_value(&config) {
                Ok(config) => Action::plan(self, config, context).await,
                // It is unknown yet.
                Err(_) if !config.is_wholly_known() => Ok(()),
                Err(problem) => Err(problem),
            }
        })
    }

    fn invoke<'a>(
        &'a self,
        config: Value,
        progress: &'a mut Progress,
        context: &'a mut Context,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            let config = A::Config::from_value(&config)?;
            Action::invoke(self, config, progress, context).await
        })
    }
}
