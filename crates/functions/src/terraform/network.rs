//! Functions of address ranges in CIDR notation.

use core::net::{Ipv4Addr, Ipv6Addr};
use std::fmt;

use hcl2_value::{Function, FunctionError, Number, Parameter, Type, Value};

use crate::support::{number, quoted, shown, strings, text, whole};

/// A range of addresses with a common prefix.
#[derive(Clone, Copy)]
struct Prefix {
    /// The first address, in the lowest 32 or all 128 bits.
    address: u128,
    /// The number of bits of the prefix.
    length: u32,
    /// The number of bits of an address: 32 or 128.
    width: u32,
}

impl Prefix {
    fn parse(text: &str) -> Result<Self, FunctionError> {
        Self::read(text).ok_or_else(|| {
            let message = "a range of addresses such as 10.0.0.0/8 or fd00::/8 is required";
            FunctionError::for_argument(0, message).revealing(format!("{message}, not {}", quoted(text)))
        })
    }

    fn read(text: &str) -> Option<Self> {
        let (address, length) = text.split_once('/')?;
        let (address, width) = match parse_v4(address) {
            Some(address) => (u128::from(address), 32),
            None => (parse_v6(address)?, 128),
        };
        let length = decimal(length).filter(|length| *length <= width)?;
        // An IPv4 address in the form of an IPv6 address remains an IPv4 address.
        let (width, length) = match length.checked_sub(96) {
            Some(length) if width == 128 && address >> 32 == 0xffff => (32, length),
            _ => (width, length),
        };
        let all = Self {
            address: address & low_bits(width),
            length,
            width,
        };
        Some(Self {
            address: all.address & !all.host_bits(),
            ..all
        })
    }

    /// Returns the mask of the bits in which addresses of the range differ.
    fn host_bits(self) -> u128 {
        low_bits(self.width - self.length)
    }

    fn last(self) -> u128 {
        self.address | self.host_bits()
    }

    /// Formats an address.
    fn show(self, address: u128) -> String {
        match u32::try_from(address) {
            Ok(address) if self.width == 32 => Ipv4Addr::from(address).to_string(),
            _ => Ipv6Addr::from(address).to_string(),
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.show(self.address), self.length)
    }
}

/// Returns whether an address prefix contains an address, or all addresses of another prefix.
pub(super) fn contains(outer: &str, inner: &str) -> Result<bool, FunctionError> {
    let outer = Prefix::parse(outer)?;
    let address = || Prefix::read(&format!("{inner}/{}", if inner.contains(':') { 128 } else { 32 }));
    let inner = Prefix::read(inner).or_else(address).ok_or_else(|| {
        let message = "an address or a range of addresses such as 10.0.0.0/8 is required";
        FunctionError::for_argument(1, message).revealing(format!("{message}, not {}", quoted(inner)))
    })?;
    if outer.width != inner.width {
        let message = "the addresses of one argument are of IPv4, and those of the other of IPv6";
        return Err(FunctionError::for_argument(1, message));
    }
    Ok(outer.address <= inner.address && inner.last() <= outer.last())
}

/// Returns a number with the lowest `count` bits set.
fn low_bits(count: u32) -> u128 {
    u128::MAX.checked_shr(128 - count).unwrap_or(0)
}

/// Parses a decimal number with any number of leading zeros.
fn decimal(digits: &str) -> Option<u32> {
    let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal.then(|| digits.parse().ok()).flatten()
}

fn parse_v4(text: &str) -> Option<u32> {
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() != 4 {
        return None;
    }
    parts.iter().try_fold(0, |address: u32, part| {
        let octet = decimal(part).filter(|octet| *octet <= 255)?;
        Some(address << 8 | octet)
    })
}

fn parse_v6(text: &str) -> Option<u128> {
    let (head, tail) = match text.split_once("::") {
        Some((head, tail)) => (head, Some(tail)),
        None => (text, None),
    };
    let head = groups(head, tail.is_none())?;
    let tail = match tail {
        Some(tail) => Some(groups(tail, true)?),
        None => None,
    };
    let given = head.len() + tail.as_ref().map_or(0, Vec::len);
    let fits = if tail.is_some() { given < 8 } else { given == 8 };
    if !fits {
        return None;
    }
    let all = head
        .into_iter()
        .chain(std::iter::repeat_n(0, 8 - given))
        .chain(tail.into_iter().flatten());
    Some(all.fold(0, |address, group| address << 16 | u128::from(group)))
}

/// Parses the groups of a part of an IPv6 address, whose last two may have the form of an IPv4 address.
fn groups(text: &str, is_end: bool) -> Option<Vec<u16>> {
    let mut groups = Vec::new();
    if text.is_empty() {
        return Some(groups);
    }
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        if is_end && parts.peek().is_none() && part.contains('.') {
            let [high, low] = [parse_v4(part)? >> 16, parse_v4(part)? & 0xffff];
            groups.extend([u16::try_from(high).ok()?, u16::try_from(low).ok()?]);
        } else {
            let is_hexadecimal = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
            groups.push(
                is_hexadecimal
                    .then(|| u16::from_str_radix(part, 16).ok())
                    .flatten()?,
            );
        }
    }
    Some(groups)
}

fn prefix_parameter() -> Parameter {
    Parameter::new("prefix", Type::STRING)
        .describe("The address prefix in CIDR notation, such as `10.0.0.0/8`.")
}

fn number_parameter(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER).describe(description)
}

/// Returns whether a whole number argument counts from the end, with -1 for the last one, and its distance from the start
/// or the end, or `None` if that exceeds 128 bits.
fn wide(value: &Number, argument: usize, what: &str) -> Result<(bool, Option<u128>), FunctionError> {
    if !value.is_integer() {
        let message = format!("{what} must be a whole number");
        let better = format!("{message}, not {}", shown(value));
        return Err(FunctionError::for_argument(argument, message).revealing(better));
    }
    let magnitude = value.abs();
    let distance = match u128::try_from(&magnitude) {
        Ok(magnitude) if value.is_negative() => magnitude.checked_sub(1),
        Ok(magnitude) => Some(magnitude),
        // The distance of the least number is the greatest of 128 bits.
        Err(_) => (value.is_negative() && Number::parse(TWO_TO_128).is_ok_and(|number| number == magnitude))
            .then_some(u128::MAX),
    };
    Ok((value.is_negative(), distance))
}

const TWO_TO_128: &str = "340282366920938463463374607431768211456";

/// Creates the function `cidrhost(prefix, hostnum)`.
///
/// It returns the address with a number in an address prefix, counted from the end if the number is negative.
#[must_use]
pub fn cidrhost() -> Function {
    Function::new("cidrhost", |arguments, _| {
        let prefix = Prefix::parse(text(arguments, 0))?;
        let wanted = number(arguments, 1);
        let (is_from_end, offset) = wide(wanted, 1, "the number of the address")?;
        match offset.filter(|offset| *offset <= prefix.host_bits()) {
            Some(offset) if is_from_end => Ok(Value::from(prefix.show(prefix.last() - offset))),
            Some(offset) => Ok(Value::from(prefix.show(prefix.address + offset))),
            None => {
                let bits = prefix.width - prefix.length;
                let message = format!("a range with {bits} bits for addresses has none with this number");
                let better = format!("{prefix} has {bits} bits for addresses, and no address number {}", shown(wanted));
                Err(FunctionError::for_argument(1, message).revealing(better))
            }
        }
    })
    .describe("Returns the address with a number in an address prefix, counted from the end if the number is negative.")
    .example("cidrhost(\"10.0.0.0/8\", -1)", "\"10.255.255.255\"")
    .parameter(prefix_parameter())
    .parameter(number_parameter("hostnum", "The number of the address, from 0."))
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `cidrnetmask(prefix)`.
///
/// It returns the subnet mask of an IPv4 address prefix.
#[must_use]
pub fn cidrnetmask() -> Function {
    Function::new("cidrnetmask", |arguments, _| {
        let prefix = Prefix::parse(text(arguments, 0))?;
        if prefix.width != 32 {
            return Err(FunctionError::for_argument(
                0,
                "only ranges of addresses of IPv4 have a mask",
            ));
        }
        Ok(Value::from(prefix.show(low_bits(32) & !prefix.host_bits())))
    })
    .describe("Returns the subnet mask of an IPv4 address prefix.")
    .example("cidrnetmask(\"10.0.0.0/12\")", "\"255.240.0.0\"")
    .parameter(prefix_parameter())
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `cidrsubnet(prefix, newbits, netnum)`.
///
/// It returns the subnet with a number in an address prefix.
#[must_use]
pub fn cidrsubnet() -> Function {
    Function::new("cidrsubnet", |arguments, _| {
        let prefix = Prefix::parse(text(arguments, 0))?;
        let added = whole(&arguments[1], "the number of bits").map_err(|error| error.in_argument(1))?;
        let added = u32::try_from(added).map_err(|_| {
            FunctionError::for_argument(
                1,
                "the number of bits must not be negative or larger than an address",
            )
        })?;
        let length = prefix.length.saturating_add(added);
        if length > prefix.width {
            let message = format!("an address has {} bits only", prefix.width);
            let better = format!(
                "{message}, and {prefix} leaves {} of them",
                prefix.width - prefix.length
            );
            return Err(FunctionError::for_argument(1, message).revealing(better));
        }
        let wanted = number(arguments, 2);
        let (is_from_end, offset) = wide(wanted, 2, "the number of the range")?;
        let found = offset.filter(|offset| !is_from_end && *offset <= low_bits(added));
        let Some(found) = found else {
            let message = format!("{added} more bits give no range with this number");
            let better = format!(
                "{added} more bits give no range with the number {}",
                shown(wanted)
            );
            return Err(FunctionError::for_argument(2, message).revealing(better));
        };
        let subnet = Prefix {
            address: prefix.address | found.checked_shl(prefix.width - length).unwrap_or(0),
            length,
            width: prefix.width,
        };
        Ok(Value::from(subnet.to_string()))
    })
    .describe("Returns the subnet with a number in an address prefix.")
    .example("cidrsubnet(\"10.0.0.0/8\", 8, 2)", "\"10.2.0.0/16\"")
    .parameter(prefix_parameter())
    .parameter(number_parameter(
        "newbits",
        "The number of bits by which the prefix grows.",
    ))
    .parameter(number_parameter("netnum", "The number of the subnet, from 0."))
    .returns(Type::STRING)
    .never_null()
}

/// Maximum number of bits by which `cidrsubnets` extends a prefix.
const MAX_BITS: u32 = 32;

/// Creates the function `cidrsubnets(prefix, newbits...)`.
///
/// It returns consecutive subnets of an address prefix, each with a longer prefix.
#[must_use]
pub fn cidrsubnets() -> Function {
    subnets(MAX_BITS)
}

/// Creates `cidrsubnets` as in OpenTofu since 1.13, which extends a prefix by any number of bits that an address has.
#[must_use]
pub fn wide_cidrsubnets() -> Function {
    subnets(u128::BITS)
}

fn subnets(max_bits: u32) -> Function {
    Function::new("cidrsubnets", move |arguments, _| {
        let prefix = Prefix::parse(text(arguments, 0))?;
        let mut next = Some(prefix.address);
        let mut subnets = Vec::new();
        for (index, bits) in arguments.iter().enumerate().skip(1) {
            let failed = |message: &str| FunctionError::for_argument(index, message.to_owned()).general();
            let added = whole(bits, "the number of bits").map_err(|error| error.in_argument(index))?;
            let added = u32::try_from(added)
                .ok()
                .filter(|added| (1..=max_bits).contains(added));
            let added =
                added.ok_or_else(|| failed(&format!("the number of bits must be from 1 to {max_bits}")))?;
            let length = prefix.length + added;
            if length > prefix.width {
                return Err(failed(&format!("an address has {} bits only", prefix.width)));
            }
            let subnet = Prefix {
                address: 0,
                length,
                width: prefix.width,
            };
            // The first aligned address at or after the end of the previous subnet.
            let address = next
                .and_then(|next| Some(next.checked_add(subnet.host_bits())? & !subnet.host_bits()))
                .filter(|address| *address <= prefix.last())
                .ok_or_else(|| failed("the range of addresses has no space left for this part"))?;
            let subnet = Prefix { address, ..subnet };
            next = subnet.last().checked_add(1);
            subnets.push(Value::from(subnet.to_string()));
        }
        strings(subnets)
    })
    .describe("Returns consecutive subnets of an address prefix, each with a longer prefix.")
    .example(
        "cidrsubnets(\"10.0.0.0/8\", 4, 8)",
        "[\"10.0.0.0/12\", \"10.16.0.0/16\"]",
    )
    .parameter(prefix_parameter())
    .variadic(number_parameter(
        "newbits",
        "The number of bits by which each prefix grows, from 1 to 32.",
    ))
    .returns(Type::list(Type::STRING))
    .never_null()
}
