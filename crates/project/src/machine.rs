//! The clock and the randomness that functions ask for.

use std::fmt;

use hcl2_functions::{HostError, PointInTime};

type Clock = Box<dyn Fn() -> PointInTime + Send + Sync>;
type Randomness = Box<dyn Fn(&mut [u8]) -> Result<(), HostError> + Send + Sync>;

/// A clock and a source of randomness: those of the application, or else those of the system.
#[derive(Default)]
pub(crate) struct Machine {
    pub(crate) clock: Option<Clock>,
    pub(crate) randomness: Option<Randomness>,
}

impl Machine {
    pub(crate) fn now(&self) -> Result<PointInTime, HostError> {
        self.clock.as_ref().map_or_else(system::now, |clock| Ok(clock()))
    }

    pub(crate) fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        match &self.randomness {
            Some(fill) => fill(buffer),
            None => system::randomize(buffer),
        }
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").finish_non_exhaustive()
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod system {
    use std::time::{SystemTime, UNIX_EPOCH};

    use super::{HostError, PointInTime};

    pub(super) fn now() -> Result<PointInTime, HostError> {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_err(|_| HostError::new("the clock shows a time before 1970"))?;
        Ok(PointInTime {
            seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            nanoseconds: since.subsec_nanos(),
        })
    }

    pub(super) fn randomize(buffer: &mut [u8]) -> Result<(), HostError> {
        getrandom::fill(buffer).map_err(|error| HostError::new(error.to_string()))
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod system {
    use super::{HostError, PointInTime};

    pub(super) fn now() -> Result<PointInTime, HostError> {
        Err(HostError::new(
            "there is no clock here; the application must supply one",
        ))
    }

    pub(super) fn randomize(_: &mut [u8]) -> Result<(), HostError> {
        Err(HostError::new(
            "there is no randomness here; the application must supply it",
        ))
    }
}
