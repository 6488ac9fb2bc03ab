import { type GraphQLResolveInfo, type OperationDefinitionNode, parse } from 'graphql';
import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { selectionCost } from '../../src/graphql/selection-cost.js';

/** Returns how often a text of an object of a type can appear in the answer. */
function copiesIn(type: string, selection: string): number {
  const [definition] = parse(`{ object { ${selection} } }`).definitions;
  const { selections } = (definition as OperationDefinitionNode).selectionSet;
  const returnType = schema.getType(type);
  return selectionCost({
    fieldNodes: selections,
    fragments: {},
    returnType,
    schema,
  } as unknown as GraphQLResolveInfo).copies;
}

t.test('a deprecated field that repeats another is a copy, one that never has data is not', async (t) => {
  t.equal(copiesIn('Dataset', 'urn tags { tags { tag { urn } } }'), 1);
  t.equal(copiesIn('Dataset', 'urn tags { tags { tag { urn } } } globalTags { tags { tag { urn } } }'), 2);
  t.equal(copiesIn('SearchResult', 'entity { urn } insights { text } extraProperties { value }'), 1);
});
