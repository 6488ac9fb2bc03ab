import { z } from 'zod';
import { type Aspect, sumBytes, text, without, withoutNulls } from '../aspects/aspect.js';
import { atOnce } from '../scheduling/steps.js';
import { clearProperties, writeProperties } from './row-store.js';

const model = z.looseObject({ name: z.string(), description: text, colorHex: text });

/** The name, description and colour of a tag. A tag without them is still a tag. */
export const tagProperties: Aspect = {
  name: 'tagProperties',
  entityTypes: ['tag'],
  model,
  rows: {
    tables: {
      split(upserts) {
        const rows = upserts.map(({ urn, value }) => {
          const { name, description = null, colorHex = null } = value as z.output<typeof model>;
          return { urn, name, description, colorHex };
        });
        return atOnce({ write: (tx) => writeProperties(tx, rows) });
      },
      clear: clearProperties,
    },
    rest: without('name', 'description', 'colorHex'),
    select: `
      (SELECT json_build_array(json_build_object('name', t.name, 'description', t.description, 'colorHex', t.color_hex))
         FROM tags t WHERE t.urn = a.urn)`,
    bytes: `(SELECT ${sumBytes('t.name', 't.description')} FROM tags t WHERE t.urn = a.urn)`,
    join: (rest, [row]) => atOnce({ ...rest, ...withoutNulls(Object(row)) }),
  },
};
