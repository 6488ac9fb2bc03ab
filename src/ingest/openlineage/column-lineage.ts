import { badRequest } from '../../core/errors.js';
import { shortened } from '../../core/text.js';
import type { Steps } from '../../scheduling/steps.js';
import type { PatchOperation } from '../patches/json-patch/json-patch.js';
import { add } from './draft.js';
import { parsed } from './event.js';
import { columnInputs, type InputField } from './facets.js';
import { checkPath } from './fields.js';
import { columnCharactersMax, columnPairsMax } from './limits.js';
import { encodePart } from './names.js';
import type { DatasetSubject, Subjects } from './subjects.js';

/** What the lineage of columns says of one output. */
export interface ColumnLineage {
  /** The datasets that its columns were made of. */
  readonly upstreams: readonly string[];
  readonly operations: readonly PatchOperation[];
}

/** DataHub's operation where a facet does not say how a column was made. */
const unnamed = 'TRANSFORM';
/** Characters of an operation that are kept. */
const operationMax = 500;

/** Bounds the pairs of columns of all outputs of one event. */
export class ColumnPairs {
  #count = 0;
  #characters = 0;

  /** @throws BAD_REQUEST */
  add(at: string, characters: number): void {
    this.#count += 1;
    this.#characters += characters;
    const lineage = `${at}: the lineage of columns has more than`;
    if (this.#count > columnPairsMax)
      throw badRequest(`${lineage} ${columnPairsMax} pairs of an input and an output column`);
    if (this.#characters > columnCharactersMax)
      throw badRequest(`${lineage} ${columnCharactersMax} characters, in its pairs of columns`);
  }
}

/** @throws BAD_REQUEST */
export function* readColumnLineage(
  { urn, from }: DatasetSubject,
  { inputUrn }: Subjects,
  pairs: ColumnPairs,
): Steps<ColumnLineage> {
  const facet = from.facets.columnLineage;
  const at = `${from.at}.facets.columnLineage`;
  const upstreams = new Set<string>();
  const operations: PatchOperation[] = [];

  function link(column: string, input: InputField, operation: string, place: string) {
    const upstream = inputUrn(input, place);
    upstreams.add(upstream);
    if (column === '' || input.field === '') return;
    checkPath(input.field, place);
    const path = [
      ...['fineGrainedLineages', operation],
      ...[columnUrn(urn, column), 'NONE', columnUrn(upstream, input.field)],
    ];
    pairs.add(
      at,
      path.reduce((sum, name) => sum + name.length, 0),
    );
    operations.push(...add(path, { confidenceScore: 1 }));
  }

  const whole = facet?.dataset ?? [];
  for (const [index, input] of whole.entries()) {
    yield;
    pairs.add(at, 0);
    upstreams.add(inputUrn(input, `${at}.dataset.${index}`));
  }
  for (const column of Object.keys(facet?.fields ?? {})) {
    checkPath(column, `${at}.fields`);
    const place = `${at}.fields.${column}`;
    const { inputFields, transformationType } = parsed(columnInputs, facet!.fields![column], place);
    for (const [index, input] of (inputFields ?? []).entries()) {
      yield;
      link(column, input, describeOperation(input, transformationType), `${place}.inputFields.${index}`);
    }
    // What a whole dataset depends on, such as a filter, concerns each of its columns.
    for (const [index, input] of whole.entries()) {
      yield;
      link(column, input, describeOperation(input, null), `${at}.dataset.${index}`);
    }
  }
  return { upstreams: [...upstreams], operations };
}

const columnUrn = (datasetUrn: string, column: string) =>
  `urn:li:schemaField:(${datasetUrn},${encodePart(column)})`;

/** Returns `DIRECT:IDENTITY`, all of them in order, or what an older client says of the column. */
function describeOperation({ transformations }: InputField, older: string | null | undefined): string {
  const said = (transformations ?? []).map(({ type, subtype }) => [type, subtype].filter(Boolean).join(':'));
  const named = [...new Set(said.filter(Boolean))].sort();
  return shortened(named.join(',') || older || unnamed, operationMax);
}
