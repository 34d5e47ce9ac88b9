/** Returns the object of a file in native syntax. */
export function parse(filename: string, contents: string): Promise<Record<string, any>>;

/** Returns the object of all files of the directory of a module. */
export function convertFiles(workingDirectory: string): Promise<Record<string, any>>;

/** A reference to a variable, with its offsets in bytes. */
export type Reference = { value: string; startPosition: number; endPosition: number };

/** Returns the references in an expression, or in the content of a string. */
export function getReferencesInExpression(filename: string, expression: string): Promise<Reference[]>;

/** Returns the syntax tree of an expression. */
export function getExpressionAst(
  filename: string,
  expression: string,
): Promise<TFExpressionSyntaxTree.ExpressionType | null>;

/** Makes an expression of text: a number, a boolean, a list, an object, a heredoc and a string stay, other text is quoted. */
export function wrapTerraformExpression(input: string): { wrap: string; wrapOffset: number };

/** The nodes of syntax trees. */
export namespace TFExpressionSyntaxTree {
  type CodeMarker = { byte: number; line: number; column: number };
  type CodeRange = { start: CodeMarker; end: CodeMarker };
  type TerraformTraversalPart = {
    type: "nameTraversal" | "indexTraversal";
    segment: string;
    range: CodeRange;
  };
  /** A node. `meta` depends on the type; `value` is the source text. */
  type Node<Type extends string, Meta = {}> = {
    type: Type;
    children: ExpressionType[];
    range: CodeRange;
    meta: { value: string } & Meta;
  };
  type ForExpression = Node<
    "for",
    {
      keyVar: string;
      valVar: string;
      collectionExpression: string;
      conditionalExpression: string;
      valueExpression: string;
      keyExpression: string;
      groupedValue: boolean;
      openRange: CodeRange;
      openRangeValue: string;
      closeRange: CodeRange;
      closeRangeValue: string;
    }
  >;
  type FunctionCallExpression = Node<
    "function",
    {
      name: string;
      expandedFinalArgument: boolean;
      nameRange: CodeRange;
      openParenRange: CodeRange;
      closeParenRange: CodeRange;
      argsRanges: CodeRange[];
    }
  >;
  type Traversal = { fullAccessor: string; traversal: TerraformTraversalPart[] };
  type TemplateWrapExpression = Node<"templateWrap">;
  type TemplateExpression = Node<"template">;
  type TupleExpression = Node<"tuple">;
  type ScopeTraversalExpression = Node<"scopeTraversal", Traversal>;
  type RelativeTraversalExpression = Node<"relativeTraversal", Traversal & { sourceExpression: string }>;
  type LiteralValueExpression = Node<"literalValue", { type: string }>;
  type IndexExpression = Node<"index", { keyExpression: string; collectionExpression: string }>;
  type SplatExpression = Node<
    "splat",
    { sourceExpression: string; eachExpression: string; anonSymbolExpression: string; markerRange: CodeRange }
  >;
  type ConditionalExpression = Node<
    "conditional",
    { conditionExpression: string; trueExpression: string; falseExpression: string }
  >;
  type UnaryOpExpression = Node<
    "unaryOp",
    { operator: string; valueExpression: string; symbolRange: CodeRange; returnType: string }
  >;
  type BinaryOpExpression = Node<
    "binaryOp",
    { operator: string; returnType: string; lhsExpression: string; rhsExpression: string }
  >;
  type ObjectExpression = Node<"object", { items: Record<string, string> }>;
  type ExpressionType =
    | ForExpression
    | TemplateWrapExpression
    | TemplateExpression
    | FunctionCallExpression
    | TupleExpression
    | ScopeTraversalExpression
    | RelativeTraversalExpression
    | LiteralValueExpression
    | IndexExpression
    | SplatExpression
    | ConditionalExpression
    | UnaryOpExpression
    | BinaryOpExpression
    | ObjectExpression;

  function isForExpression(ast: ExpressionType): ast is ForExpression;
  function isTemplateWrapExpression(ast: ExpressionType): ast is TemplateWrapExpression;
  function isTemplateExpression(ast: ExpressionType): ast is TemplateExpression;
  function isFunctionCallExpression(ast: ExpressionType): ast is FunctionCallExpression;
  function isScopeTraversalExpression(ast: ExpressionType): ast is ScopeTraversalExpression;
  function isRelativeTraversalExpression(ast: ExpressionType): ast is RelativeTraversalExpression;
  function isLiteralValueExpression(ast: ExpressionType): ast is LiteralValueExpression;
  function isIndexExpression(ast: ExpressionType): ast is IndexExpression;
  function isSplatExpression(ast: ExpressionType): ast is SplatExpression;
  function isConditionalExpression(ast: ExpressionType): ast is ConditionalExpression;
  function isUnaryOpExpression(ast: ExpressionType): ast is UnaryOpExpression;
  function isBinaryOpExpression(ast: ExpressionType): ast is BinaryOpExpression;
  function isTupleExpression(ast: ExpressionType): ast is TupleExpression;
  function isObjectExpression(ast: ExpressionType): ast is ObjectExpression;
  function isNameTraversalPart(part: TerraformTraversalPart): boolean;
  function isIndexTraversalPart(part: TerraformTraversalPart): boolean;
  /** Returns the child with a source text. */
  function getChildWithValue(node: ExpressionType, value: string): ExpressionType | null | undefined;
}
