-- Questions about the Terraform modules of a company, for DuckDB, Spark, Polars and DataFusion.
-- `references` is the name of a table here, and a word of SQL: it stands in quotes, as do columns such as "from".

-- 1. Which modules call the network module in a version below 4?
SELECT module, version
FROM modules
WHERE source = 'acme/vpc/aws' AND CAST(SUBSTR(version, 4, 1) AS INT) < 4;

-- 2. Which resources certainly lack the tag Team?
SELECT module, address
FROM resources
WHERE mode = 'managed' AND tags IS NOT NULL AND tags['Team'] IS NULL;

-- 3. Which versions of providers are required, and by how many modules?
SELECT source, requirement, COUNT(*) AS modules
FROM providers
WHERE kind = 'requirement'
GROUP BY source, requirement;

-- 4. Which default values has the variable region?
SELECT "default", COUNT(*) AS modules
FROM variables
WHERE name = 'region'
GROUP BY "default";

-- 5. Which variables does no expression of their module refer to?
SELECT declared.name, COUNT(*) AS modules
FROM variables AS declared
LEFT JOIN (
  SELECT DISTINCT module AS used_in, SUBSTR("to", 5, 100) AS used FROM "references" WHERE kind = 'variable'
) AS uses ON declared.module = uses.used_in AND declared.name = uses.used
WHERE uses.used IS NULL
GROUP BY declared.name;

-- 6. Which types of resources are the most frequent?
SELECT type, COUNT(*) AS resources
FROM resources
GROUP BY type;

-- 7. Which sizes of instances are in use?
SELECT value, COUNT(*) AS instances
FROM attributes
WHERE type = 'aws_instance' AND attribute = 'instance_type'
GROUP BY value;

-- 8. Which expressions depend on secrets?
SELECT module, address, expression
FROM attributes
WHERE sensitive AND NOT known;

-- 9. Which functions are called, and how often?
SELECT name, COUNT(*) AS calls
FROM functions
GROUP BY name;

-- 10. Which files have problems?
SELECT path, code
FROM problems
WHERE severity = 'error';

-- The other questions are about the plans of root modules.

-- 11. How many instances of each type are planned, and by how many root modules?
SELECT type, COUNT(*) AS instances, COUNT(DISTINCT module) AS roots
FROM instances
GROUP BY type;

-- 12. Which root modules plan more than three large instances?
SELECT module, COUNT(*) AS instances
FROM instances
WHERE planned LIKE '%"instance_type":"t3.large"%'
GROUP BY module
HAVING COUNT(*) > 3;

-- 13. How many instances do calls of a module create of its resources with a count?
SELECT instances.path, resources.address, COUNT(*) AS instances
FROM instances
INNER JOIN resources
  ON instances.path = resources.path AND instances.type = resources.type AND instances.name = resources.name
WHERE instances.module_address IS NOT NULL AND resources.count IS NOT NULL
GROUP BY instances.path, resources.address;
