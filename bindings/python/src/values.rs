//! Values of the information model as Python objects, and back.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use hcl2::functions::terraform::sensitive_mark;
use hcl2::value::{Mark, Marks, Number, Type, Value, ValueKind};
use hcl2::wire::msgpack;
use pyo3::exceptions::{PyRecursionError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMapping, PyMemoryView,
    PySequence, PySet, PyString, PyTuple, PyType,
};

/// Values are converted to this depth, which the stacks of all threads can hold.
const MAX_DEPTH: usize = 500;

/// How numbers that are not whole become Python objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// As `float`, the nearest one.
    #[default]
    Float,
    /// As `decimal.Decimal`, exactly.
    Decimal,
}

impl FromStr for Numbers {
    type Err = PyErr;

    fn from_str(name: &str) -> PyResult<Self> {
        match name {
            "float" => Ok(Self::Float),
            "decimal" => Ok(Self::Decimal),
            _ => Err(PyValueError::new_err(format!(
                "numbers must be 'float' or 'decimal', not {name:?}"
            ))),
        }
    }
}

/// A value that is not known yet, of a known type.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Unknown {
    value: Value,
}

#[pymethods]
impl Unknown {
    #[new]
    #[pyo3(signature = (r#type = "any"))]
    fn new(r#type: &str) -> PyResult<Self> {
        let value = Value::unknown(parse_type(r#type)?);
        Ok(Self { value })
    }

    /// Returns the type, in the notation of type expressions, such as `list(string)`.
    #[getter]
    fn r#type(&self) -> String {
        self.value.ty().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Unknown('{}')", self.value.ty())
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an unknown value is neither true nor false"))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.value == other.value
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.value.ty().to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        // The bytes have the type too, and what is known about the value.
        let Ok(bytes) = msgpack::encode(&self.value, &Type::DYNAMIC) else {
            let class = py.get_type::<Self>().into_any();
            return Ok((class, PyTuple::new(py, [self.r#type()])?));
        };
        let decode = py.import("hcl2rs._hcl2rs")?.getattr("_unknown")?;
        Ok((decode, PyTuple::new(py, [PyBytes::new(py, &bytes)])?))
    }
}

/// Returns an unknown value that was pickled.
#[pyfunction]
pub(crate) fn _unknown(bytes: &[u8]) -> PyResult<Unknown> {
    let value = msgpack::decode(bytes, &Type::DYNAMIC);
    let value = value.map_err(|error| PyValueError::new_err(error.to_string()))?;
    if value.is_known() {
        return Err(PyValueError::new_err("the value is known"));
    }
    Ok(Unknown { value })
}

/// A value with marks, such as a sensitive one. Its `repr` does not show it.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Sensitive {
    value: Py<PyAny>,
    marks: Marks,
}

#[pymethods]
impl Sensitive {
    #[new]
    #[pyo3(signature = (value, marks = None))]
    fn new(value: Py<PyAny>, marks: Option<Vec<String>>) -> PyResult<Self> {
        let mut all = Marks::NONE;
        match marks {
            None => all.extend([sensitive_mark()]),
            Some(names) => {
                for name in names {
                    all.extend([mark_named(&name)?]);
                }
            }
        }
        Ok(Self { value, marks: all })
    }

    /// Returns the value without its marks.
    fn reveal(&self, py: Python<'_>) -> Py<PyAny> {
        self.value.clone_ref(py)
    }

    /// Returns the names of the marks: `sensitive`, `ephemeral`.
    #[getter]
    fn marks(&self) -> Vec<&'static str> {
        self.marks.iter().map(mark_name).collect()
    }

    fn __repr__(&self) -> &'static str {
        "Sensitive(...)"
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "the truth of a sensitive value is sensitive; call reveal() first",
        ))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.marks == other.marks && self.value.bind(py).eq(&other.value)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.value.bind(py).hash()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.value)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Py<PyAny>, Vec<&'static str>)) {
        let arguments = (self.value.clone_ref(py), self.marks());
        (py.get_type::<Self>(), arguments)
    }
}

fn mark_named(name: &str) -> PyResult<Mark> {
    match name {
        "sensitive" => Ok(sensitive_mark()),
        "ephemeral" => Ok(hcl2::functions::terraform::ephemeral_mark()),
        _ => Err(PyValueError::new_err(format!(
            "a mark must be 'sensitive' or 'ephemeral', not {name:?}"
        ))),
    }
}

fn mark_name(mark: &Mark) -> &'static str {
    mark.downcast_ref::<&'static str>()
        .copied()
        .unwrap_or("sensitive")
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Reads a type expression.
pub(crate) fn parse_type(text: &str) -> PyResult<Type> {
    hcl2::parse_type(text).map_err(|_| PyValueError::new_err(format!("{text:?} is not a type")))
}

/// Converts a value to Python objects: tuples, lists and sets to `list`, objects and maps to `dict`.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    value: &Value,
    numbers: Numbers,
) -> PyResult<Bound<'py, PyAny>> {
    convert(py, value, numbers, 0)
}

fn convert<'py>(
    py: Python<'py>,
    value: &Value,
    numbers: Numbers,
    depth: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if depth > MAX_DEPTH {
        return Err(PyRecursionError::new_err("the value is nested too deeply"));
    }
    Ok(match value.kind() {
        ValueKind::Null => py.None().into_bound(py),
        ValueKind::Unknown => Bound::new(py, Unknown { value: value.clone() })?.into_any(),
        ValueKind::Bool(truth) => PyBool::new(py, truth).to_owned().into_any(),
        ValueKind::Number(number) => number_to_python(py, number, numbers)?,
        ValueKind::String(text) => PyString::new(py, text.as_str()).into_any(),
        ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(convert(py, item, numbers, depth + 1)?)?;
            }
            list.into_any()
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, item) in fields {
                let key = PyString::intern(py, key.as_str());
                dict.set_item(key, convert(py, item, numbers, depth + 1)?)?;
            }
            dict.into_any()
        }
        ValueKind::Capsule(capsule) => PyString::new(py, capsule.ty().name()).into_any(),
        ValueKind::Marked(inner, marks) => {
            let value = convert(py, inner, numbers, depth + 1)?.unbind();
            let marks = marks.clone();
            Bound::new(py, Sensitive { value, marks })?.into_any()
        }
    })
}

pub(crate) fn number_to_python<'py>(
    py: Python<'py>,
    number: &Number,
    numbers: Numbers,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    if number.is_infinite() {
        return Ok(PyFloat::new(py, number.to_f64().0).into_any());
    }
    if number.is_integer() {
        let text = number
            .to_string_limited(Number::MAX_DIGITS)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        return integer(py, &text);
    }
    let float = number.to_f64().0;
    if numbers == Numbers::Float && float.is_finite() {
        return Ok(PyFloat::new(py, float).into_any());
    }
    let text = number
        .to_string_limited(Number::MAX_DIGITS)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("decimal")?.getattr("Decimal")?.call1((text,))
}

/// Creates an `int` from decimal digits, however many there are.
pub(crate) fn integer<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    // Python limits the digits that it converts, so that nobody can occupy it with long ones.
    if digits.len() > 4_000 {
        let decimal = py.import("decimal")?;
        return py
            .get_type::<PyInt>()
            .call1((decimal.getattr("Decimal")?.call1((digits,))?,));
    }
    py.get_type::<PyInt>().call1((digits,))
}

/// Creates the nearest `float` of a number, or the exact number if it is greater than any `float`.
pub(crate) fn float<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(PyFloat::new(py, number).into_any()),
        _ => {
            let number = Number::parse(text).map_err(|_| PyValueError::new_err(text.to_owned()))?;
            number_to_python(py, &number, Numbers::Decimal)
        }
    }
}

/// Converts Python objects to a value: a `list` or `tuple` to a tuple, a `dict` to an object, a `set` to a set.
pub(crate) fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(object, 0)
}

fn read(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(PyRecursionError::new_err(
            "the object is nested too deeply, or contains itself",
        ));
    }
    if object.is_none() {
        return Ok(Value::null(Type::DYNAMIC));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::from(text.to_cow()?.as_ref()));
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Value::from(truth.is_true()));
    }
    if object.is_instance_of::<PyInt>() {
        return match object.extract::<i64>() {
            Ok(small) => Ok(Value::from(small)),
            Err(_) => {
                // Python converts hexadecimal digits in linear time, and does not limit their number.
                let text: String = object.call_method1("__format__", ("x",))?.extract()?;
                number(Number::from_str_radix(&text, 16))
            }
        };
    }
    if let Ok(float) = object.cast::<PyFloat>() {
        return number(Number::try_from(float.value()));
    }
    if let Ok(unknown) = object.cast::<Unknown>() {
        return Ok(unknown.get().value.clone());
    }
    if let Ok(sensitive) = object.cast::<Sensitive>() {
        let sensitive = sensitive.get();
        let value = read(sensitive.value.bind(object.py()), depth + 1)?;
        return Ok(value.with_marks(&sensitive.marks));
    }
    read_compound(object, depth)
}

fn read_compound(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if object.cast::<PyMapping>().is_ok() {
        let mut fields = Vec::new();
        for entry in object.call_method0("items")?.try_iter()? {
            let (key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry?.extract()?;
            let Ok(key) = key.cast::<PyString>() else {
                let kind = key.get_type().name()?;
                return Err(PyTypeError::new_err(format!("a key must be a str, not {kind}")));
            };
            fields.push((key.to_cow()?.into_owned(), read(&item, depth + 1)?));
        }
        return Ok(Value::object(fields));
    }
    if let Some(kind) = bytes_name(object) {
        return Err(PyTypeError::new_err(format!(
            "a value cannot be made of {kind}; decode it to a str"
        )));
    }
    let is_set = object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    if is_set || object.is_instance_of::<PyTuple>() || object.cast::<PySequence>().is_ok() {
        let mut items = Vec::new();
        for item in object.try_iter()? {
            items.push(read(&item?, depth + 1)?);
        }
        if is_set {
            let element = items.first().map_or(Type::DYNAMIC, |item| item.ty().clone());
            return Value::set(element, items)
                .map_err(|_| PyTypeError::new_err("the elements of a set must have one type"));
        }
        return Ok(Value::tuple(items));
    }
    if is_decimal(object)? {
        return number(Number::parse(&object.str()?.to_cow()?));
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("a value cannot be made of {kind}")))
}

/// Returns whether an object is a `decimal.Decimal`, without importing its module.
pub(crate) fn is_decimal(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let module: String = object.get_type().getattr("__module__")?.extract()?;
    Ok(["decimal", "_decimal", "_pydecimal"].contains(&module.as_str()))
}

/// Returns the name of an object's type if it consists of bytes.
pub(crate) fn bytes_name(object: &Bound<'_, PyAny>) -> Option<&'static str> {
    if object.is_instance_of::<PyBytes>() {
        Some("bytes")
    } else if object.is_instance_of::<PyByteArray>() {
        Some("bytearray")
    } else if object.is_instance_of::<PyMemoryView>() {
        Some("memoryview")
    } else {
        None
    }
}

fn number<E: std::fmt::Display>(parsed: Result<Number, E>) -> PyResult<Value> {
    parsed
        .map(Value::from)
        .map_err(|error| PyValueError::new_err(format!("not a number of HCL: {error}")))
}
