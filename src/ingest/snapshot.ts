import { getKeyAspect, keyAspectValue } from '../aspects/key-aspect.js';
import { badRequest } from '../core/errors.js';
import { type ParsedUrn, parseUrn, quoted } from '../core/urn.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import { findAspectName, getRecordName } from './record-name.js';

/** The types of the entities that have snapshots. */
const types =
  'chart corpGroup corpuser dashboard dataFlow dataHubPolicy dataHubRetention dataJob dataPlatform dataProcess ' +
  'dataset glossaryNode glossaryTerm mlFeature mlFeatureTable mlModel mlModelDeployment mlModelGroup ' +
  'mlPrimaryKey schemaField tag';

const snapshotName = (type: string) =>
  getRecordName(getKeyAspect(type)).replace('.key.', '.snapshot.').replace(/Key$/, 'Snapshot');

const typesByName = new Map(types.split(' ').map((type) => [snapshotName(type), type]));
const namesByType = new Map([...typesByName].map(([name, type]) => [type, name]));

/** Returns the name of the snapshots of a type; undefined for a type without snapshots. */
export const findSnapshotName = (type: string): string | undefined => namesByType.get(type);

/** Characters of system metadata, which is stored with each aspect of the snapshot. */
const systemMetadataMax = 4_096;

/**
 * Returns the proposals that write a snapshot, in the order of its aspects. A snapshot without aspects writes the key
 * aspect, which makes the entity exist (docs/wire-aspects.md, "Snapshots").
 *
 * @param value `{"com.linkedin.metadata.snapshot.<X>Snapshot": {urn, aspects: [{<record name>: {…}}, …]}}`
 * @throws BAD_REQUEST
 */
export function* proposalsOfSnapshot(value: unknown, systemMetadata: unknown): Steps<Json[]> {
  const [name, snapshot] = onlyMember(value, 'a snapshot');
  const type = typesByName.get(name);
  if (type === undefined) {
    throw badRequest(
      `${quoted(name)} is not the name of a snapshot, such as ${snapshotName('dataset')}: entities that have no ` +
        'snapshot are written by proposals',
    );
  }
  if (!isObject(snapshot)) throw badRequest(`${quoted(name)} must be an object of urn and aspects`);
  const { urn: given, aspects } = snapshot;
  if (typeof given !== 'string') throw badRequest(`${quoted(name)} has no urn`);
  const entity = parseUrn(given);
  const { urn } = entity;
  if (entity.type !== type)
    throw badRequest(`${quoted(name)} is about a ${type}, and not about ${quoted(urn)}`);
  if (!Array.isArray(aspects)) throw badRequest(`${quoted(name)} of ${quoted(urn)} has no array of aspects`);
  const common = {
    entityUrn: urn,
    entityType: type,
    changeType: 'UPSERT',
    systemMetadata: yield* systemMetadataText(systemMetadata),
  };
  const proposals: Json[] = [];
  for (const aspect of aspects.length > 0 ? aspects : [readKey(entity)]) {
    const [record, content] = onlyMember(aspect, `an aspect of ${quoted(urn)}`);
    const aspectName =
      getRecordName(getKeyAspect(type)) === record ? getKeyAspect(type) : findAspectName(record);
    if (aspectName === undefined) {
      throw badRequest(
        `${quoted(record)}, in the snapshot of ${quoted(urn)}, is not the record of an aspect`,
      );
    }
    const text = yield* stringifyInSteps(content);
    proposals.push({ ...common, aspectName, aspect: { contentType: 'application/json', value: text } });
    yield;
  }
  return proposals;
}

function onlyMember(value: unknown, what: string): [name: string, value: unknown] {
  const [first, ...others] = isObject(value) ? Object.entries(value) : [];
  if (first && others.length === 0) return first;
  throw badRequest(`${what} must be an object of one member, whose name is that of its record`);
}

function readKey(entity: ParsedUrn): Json {
  const key = keyAspectValue(entity);
  if (key === null) throw badRequest(`${quoted(entity.urn)} does not have the parts of its key`);
  return { [getRecordName(getKeyAspect(entity.type))]: key };
}

function* systemMetadataText(given: unknown): Steps<unknown> {
  const text = isObject(given) ? yield* stringifyInSteps(given) : given;
  if (typeof text !== 'string') return given;
  if (text.length <= systemMetadataMax) return text;
  throw badRequest(`systemMetadata has ${text.length} characters; at most ${systemMetadataMax} are allowed`);
}
