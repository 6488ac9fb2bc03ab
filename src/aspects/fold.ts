import { conflict, notFound } from '../domain/errors.js';
import { type Json, parseExact, stringifyExact } from '../domain/exact-json.js';
import { quoted } from '../domain/urn.js';
import { checkAspect } from './check.js';
import { patched } from './patch.js';
import { at, type Proposal } from './proposal.js';
import type { AspectUpsert } from './write.js';

/** What proposals come to, one after the other: aspects that go, and aspects as they end. */
export interface Changes {
  readonly deleted: readonly { readonly urn: string; readonly name: string }[];
  readonly upserts: readonly AspectUpsert[];
}

/** An aspect as it stands, as JSON text; null where there is none. */
export type Current = (urn: string, name: string) => string | null;

export const keyOf = (urn: string, name: string) => `${urn} ${name}`;

type Content = Pick<AspectUpsert, 'value' | 'text'>;

/**
 * Applies proposals in their order, in memory: the work in the database does not depend on how often one aspect is
 * written.
 *
 * @throws CONFLICT, NOT_FOUND, BAD_REQUEST, INVALID_ASPECT
 */
export function fold(proposals: readonly Proposal[], current: Current): Changes {
  const aspects = new Map<string, { urn: string; name: string; upsert: AspectUpsert | null }>();

  function before({ urn, aspectName }: Proposal): Json | null {
    const pending = aspects.get(keyOf(urn, aspectName));
    if (pending) return pending.upsert?.value ?? null;
    const text = current(urn, aspectName);
    return text === null ? null : (parseExact(text) as Json);
  }

  for (const proposal of proposals) {
    const { urn, entityType, aspectName: name, systemMetadata, place } = proposal;
    const after = at(place, () => apply(proposal, () => before(proposal)));
    if (after === 'as it was') continue;
    const upsert = after && { urn, entityType, name, systemMetadata, ...after };
    aspects.set(keyOf(urn, name), { urn, name, upsert });
  }

  const changed = [...aspects.values()];
  return {
    deleted: changed.filter(({ upsert }) => upsert === null),
    upserts: changed.flatMap(({ upsert }) => upsert ?? []),
  };
}

function apply(proposal: Proposal, before: () => Json | null): Content | null | 'as it was' {
  const { urn, aspectName, changeType, text, value } = proposal;
  switch (changeType) {
    case 'DELETE':
      return null;
    case 'PATCH':
      return patch(proposal, before());
    case 'CREATE':
      if (before() !== null) throw conflict(`${quoted(urn)} has an aspect ${aspectName} already`);
      break;
    case 'UPDATE':
      if (before() === null) throw notFound(`${quoted(urn)} has no aspect ${aspectName} to update`);
      break;
  }
  return { value: value as Json, text };
}

function patch({ entityType, aspectName, value }: Proposal, before: Json | null): Content | 'as it was' {
  const after = patched(aspectName, value, before);
  // Removing what is not there must not make an aspect that was never written.
  if (after === null) return 'as it was';
  checkAspect(entityType, aspectName, after);
  const unchanged = before !== null && stringifyExact(after) === stringifyExact(before);
  return unchanged ? 'as it was' : { value: after };
}
