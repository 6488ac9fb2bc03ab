import { readFile } from 'node:fs/promises';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import t from 'tap';
import { printedSchema, schema } from '../../../src/graphql/schema/schema.js';
import { root } from '../../support/root.js';

t.test('schema.graphql is the served schema (if not, run npm run schema:print)', async (t) => {
  const committed = await readFile(new URL('schema.graphql', root), 'utf8');
  t.equal(committed, printedSchema);
});

t.test('every type, field, argument, input and value is described, and scalars specified', async (t) => {
  const undescribed: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Boolean'].includes(type.name)) continue;
    if (!type.description) undescribed.push(type.name);
    if (isScalarType(type) && !isSpecifiedScalarType(type) && !type.specifiedByURL)
      undescribed.push(type.name);
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues()) {
        if (!description) undescribed.push(`${type.name}.${name}`);
      }
    }
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description) undescribed.push(`${type.name}.${field.name}`);
        for (const arg of 'args' in field ? field.args : []) {
          if (!arg.description) undescribed.push(`${type.name}.${field.name}(${arg.name})`);
        }
      }
    }
  }
  t.strictSame(undescribed, []);
});
