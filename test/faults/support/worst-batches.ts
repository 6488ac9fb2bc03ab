import { add, patchProposal, proposal } from '../../support/aspects.js';
import { datasetUrn, field, tagUrn } from '../../support/metadata.js';

const size = 10_000;
const many = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => one(at));
const padding = 'x'.repeat(1_100);
const large = datasetUrn('worst.large');

/** JSON text with almost as many values as a body may have. */
const repeated = (part: string, values: number) =>
  `{"list":[${many(Math.floor(1_900_000 / values), () => part)}]}`;

/** The proposals of the largest and the most expensive batches within the limits. */
export const worstBatches: Readonly<Record<string, () => object[]>> = {
  '10,000 patches of one aspect': () =>
    many(size, (at) => {
      const tag = tagUrn(`worst${at}`);
      return patchProposal(datasetUrn('worst.one'), 'globalTags', [
        add(`/tags/${tag}`, { tag, context: padding }),
      ]);
    }),
  '10,000 patches of as many aspects': () =>
    many(size, (at) =>
      patchProposal(datasetUrn(`worst.${at}`), 'ownership', [
        add('/owners/urn:li:corpuser:u/DATAOWNER', { owner: 'urn:li:corpuser:u', note: padding }),
      ]),
    ),
  '10,000 aspects of 1.4 kB': () =>
    many(size, (at) =>
      proposal(datasetUrn(`worst.${at}`), 'datasetProperties', {
        description: padding + padding.slice(800),
      }),
    ),
  'a schema of 100,000 columns': () => [
    proposal(datasetUrn('worst.wide'), 'schemaMetadata', { fields: many(100_000, (at) => field(`c${at}`)) }),
  ],
  '50,000 new tags on one dataset': () => [
    proposal(datasetUrn('worst.tagged'), 'globalTags', {
      tags: many(50_000, (at) => ({ tag: tagUrn(`worst.new${at}`) })),
    }),
  ],
  '950,000 empty arrays': () => [proposal(large, 'empty', repeated('[]', 2))],
  '1,900,000 numbers that keep their spelling': () => [proposal(large, 'numbers', repeated('1.0', 1))],
  'a patch of 10,000 operations on them': () => [
    patchProposal(
      large,
      'numbers',
      many(size, (at) => add(`/members/m${at}`, { value: at })),
    ),
  ],
  'a text of 5,000,000 line breaks': () => [proposal(large, 'text', { text: '\n'.repeat(5_000_000) })],
  'an object of 300,000 members': () => [
    proposal(large, 'wide', Object.fromEntries(many(300_000, (at) => [`member${at}`, at]))),
  ],
};
