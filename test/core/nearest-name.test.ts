import t from 'tap';
import { nearestName } from '../../src/core/nearest-name.js';

const nearest = nearestName(['status', 'globalTags', 'glossaryTerms', 'tag', 'tagKey', 'tagProperties']);

for (const [given, found] of [
  ['statsu', 'status'],
  ['STATUS', 'status'],
  ['globalTag', 'globalTags'],
  ['tagsGlobal', 'globalTags'],
  ['tags', 'tag'],
  ['propertiesOfTag', 'tagProperties'],
  ['glosaryterm', 'glossaryTerms'],
  ['zzz', null],
  ['', null],
] as const)
  t.equal(nearest(given), found, given);
