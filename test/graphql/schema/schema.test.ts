import { readFile } from 'node:fs/promises';
import { isInputObjectType, isObjectType } from 'graphql';
import t from 'tap';
import { printedSchema, schema } from '../../../src/graphql/schema/schema.js';
import { root } from '../../support/root.js';

t.test('schema.graphql is the served schema (if not, run npm run schema:print)', async (t) => {
  const committed = await readFile(new URL('schema.graphql', root), 'utf8');
  t.equal(committed, printedSchema);
});

t.test('every type, field, argument and input has a description', async (t) => {
  const undescribed: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Boolean'].includes(type.name)) continue;
    if (!type.description) undescribed.push(type.name);
    if (isInputObjectType(type) || isObjectType(type)) {
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
