import { type ASTVisitor, BREAK, type DocumentNode, Kind, OperationTypeNode, visit } from 'graphql';

/**
 * Whether graphql-jit 0.8 executes a valid document like graphql-js, for all variables. It does not:
 *
 * - It compiles one of several operations and runs it for every `operationName`.
 * - It joins the conditions of all spreads of a fragment, so no directives.
 * - It finds a field's info by the names on its path, joined by `_`, and writes the name `__proto__` as a literal, so
 *   no aliases with `_`.
 * - It reads a variable that is left out from `Object.prototype`, such as `$constructor`.
 * - It refuses to leave out a variable of a type with `!` and a default, and does not check a null for a variable with
 *   a default where none can be.
 * - Inside an object or list, it takes a variable that is left out for null.
 * - It writes texts that begin with its own markers (`__MAGIC_DATE__…`) as code, so no texts with `__`.
 * - It executes the other fields of a mutation after an error that ends the mutation.
 */
export function isCompilable(document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) return false;
  const definitions = operation.variableDefinitions ?? [];
  const required = new Set(
    definitions
      .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  );
  let found = false;
  const stopIf = (condition: boolean) => {
    if (!condition) return undefined;
    found = true;
    return BREAK;
  };
  const isOptional = (node: { kind: Kind; name?: { value: string } }) =>
    node.kind === Kind.VARIABLE && !required.has(node.name!.value);
  const differences: ASTVisitor = {
    OperationDefinition: ({ operation, selectionSet: { selections } }) =>
      stopIf(
        operation === OperationTypeNode.MUTATION &&
          (selections.length > 1 || selections[0]!.kind !== Kind.FIELD),
      ),
    VariableDefinition: ({ variable, defaultValue }) =>
      stopIf(defaultValue !== undefined || Object.hasOwn(Object.prototype, variable.name.value)),
    Directive: () => stopIf(true),
    Field: ({ alias }) => stopIf(alias?.value.includes('_') ?? false),
    StringValue: ({ value }) => stopIf(value.includes('__')),
    ObjectField: ({ value }) => stopIf(isOptional(value)),
    ListValue: ({ values }) => stopIf(values.some(isOptional)),
  };
  visit(document, differences);
  return !found;
}
