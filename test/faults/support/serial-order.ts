import { randomInt } from 'node:crypto';
import { tagUrn } from '../../support/metadata.js';
import { type Client, dataOf } from './client.js';

/** An acknowledged change of one tag on one dataset; between the two times it took place. */
export interface Change {
  readonly tag: string;
  readonly urn: string;
  readonly there: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Adds or removes one tag, at random, on some datasets in one request. @throws when that is refused */
export async function change(to: Client, id: string, urns: readonly string[]): Promise<Change[]> {
  const [there, tag] = [randomInt(2) === 0, tagUrn(id)];
  const sentAt = performance.now();
  const resources = urns.map((resourceUrn) => ({ resourceUrn }));
  dataOf(
    urns.length === 1
      ? await to.graphql(
          `mutation ($input: TagAssociationInput!) { ${there ? 'addTag' : 'removeTag'}(input: $input) }`,
          { input: { tagUrn: tag, resourceUrn: urns[0] } },
        )
      : await to.graphql(
          `mutation ($input: ${there ? 'BatchAddTagsInput' : 'BatchRemoveTagsInput'}!) {
             ${there ? 'batchAddTags' : 'batchRemoveTags'}(input: $input) }`,
          { input: { tagUrns: [tag], resources } },
        ),
  );
  const answeredAt = performance.now();
  return urns.map((urn) => ({ tag, urn, there, sentAt, answeredAt }));
}

/**
 * What no serial order of the changes leaves of a dataset's tags. The last change of an order is one that was
 * answered after every other one had been sent.
 */
export function unexplained(urn: string, changes: readonly Change[], seen: readonly string[]): string[] {
  const found = new Set(seen).size === seen.length ? [] : [`a tag is twice on ${urn}`];
  const mine = changes.filter((one) => one.urn === urn);
  const tags = new Set(mine.map(({ tag }) => tag));
  for (const tag of seen) if (!tags.has(tag)) found.push(`nobody added ${tag} to ${urn}`);
  for (const tag of tags) {
    const all = mine.filter((one) => one.tag === tag);
    const begun = Math.max(...all.map(({ sentAt }) => sentAt));
    const last = all.filter(({ answeredAt }) => answeredAt >= begun);
    if (!last.some(({ there }) => there === seen.includes(tag))) {
      found.push(`${tag} on ${urn} is ${seen.includes(tag)}`);
    }
  }
  return found;
}

/**
 * Tags in another order than they were added in. @param changes each tag's by one client, so that their order is known
 */
export function disordered(urn: string, changes: readonly Change[], seen: readonly string[]): string[] {
  const added = new Map<string, Change>();
  for (const one of changes.filter((each) => each.urn === urn)) {
    if (!one.there) added.delete(one.tag);
    else if (!added.has(one.tag)) added.set(one.tag, one);
  }
  const order = seen.flatMap((tag) => added.get(tag) ?? []);
  return order.flatMap((later, index) => {
    const after = order.slice(0, index).find(({ sentAt }) => sentAt > later.answeredAt);
    return after ? [`${after.tag} stands before ${later.tag} on ${urn}`] : [];
  });
}
