import { conflict, notFound } from '../domain/errors.js';
import { quoted } from '../domain/urn.js';
import { parsePatch } from './patch.js';
import { checkAspect, type Proposal } from './proposal.js';
import type { AspectUpsert } from './write.js';

/** What proposals come to, one after the other: entities that go, then aspects that go, then aspects as they end. */
export interface Changes {
  readonly deletedEntities: readonly string[];
  readonly deletedAspects: readonly { urn: string; name: string }[];
  readonly upserts: readonly AspectUpsert[];
}

/** An aspect as it stands; null where there is none. */
export type Current = (urn: string, name: string) => string | null;

export const keyOf = (urn: string, name: string) => `${urn} ${name}`;

/** The key aspect stands for the entity: deleting it deletes all of it. */
export const isWholeEntity = ({ changeType, aspectName, entityType }: Proposal) =>
  changeType === 'DELETE' && aspectName === `${entityType}Key`;

/**
 * Applies proposals in their order, in memory: the work does not depend on how often one aspect is written.
 *
 * @throws CONFLICT, NOT_FOUND, BAD_REQUEST, INVALID_ASPECT
 */
export function fold(proposals: readonly Proposal[], current: Current): Changes {
  const entities = new Set<string>();
  const aspects = new Map<string, { urn: string; name: string; upsert: AspectUpsert | null }>();

  function textOf({ urn, aspectName }: Proposal): string | null {
    const pending = aspects.get(keyOf(urn, aspectName));
    if (pending) return pending.upsert && (pending.upsert.text ?? JSON.stringify(pending.upsert.value));
    return entities.has(urn) ? null : current(urn, aspectName);
  }

  for (const proposal of proposals) {
    const { urn, aspectName: name } = proposal;
    if (isWholeEntity(proposal)) {
      entities.add(urn);
      for (const [key, aspect] of aspects) if (aspect.urn === urn) aspects.delete(key);
      continue;
    }
    const value = apply(proposal, () => textOf(proposal));
    if (value === 'as it was') continue;
    const { entityType, systemMetadata } = proposal;
    const upsert = value && { urn, entityType, name, systemMetadata, ...value };
    aspects.set(keyOf(urn, name), { urn, name, upsert });
  }

  const changed = [...aspects.values()];
  return {
    deletedEntities: [...entities],
    deletedAspects: changed.filter(({ upsert }) => upsert === null),
    upserts: changed.flatMap(({ upsert }) => upsert ?? []),
  };
}

type Value = Pick<AspectUpsert, 'value' | 'text'>;

function apply(proposal: Proposal, current: () => string | null): Value | null | 'as it was' {
  const { urn, aspectName, changeType, text, value } = proposal;
  switch (changeType) {
    case 'DELETE':
      return null;
    case 'PATCH':
      return patched(proposal, current());
    case 'CREATE':
      if (current() !== null) throw conflict(`${quoted(urn)} has an aspect ${aspectName} already`);
      break;
    case 'UPDATE':
      if (current() === null) throw notFound(`${quoted(urn)} has no aspect ${aspectName} to update`);
      break;
  }
  return { value: value as Value['value'], text };
}

/** What a patch starts from where there is nothing yet. */
const empty: Readonly<Record<string, string>> = { globalTags: '{"tags":[]}' };

function patched({ aspectName, value }: Proposal, current: string | null): Value | 'as it was' {
  const before = current ?? empty[aspectName] ?? '{}';
  const after = parsePatch(aspectName, value)(JSON.parse(before));
  // Removing what is not there must not make an aspect that was never written.
  if (JSON.stringify(after) === JSON.stringify(JSON.parse(before))) return 'as it was';
  checkAspect(aspectName, after);
  return { value: after };
}
