import { randomInt } from 'node:crypto';
import { tagUrn } from '../../support/metadata.js';
import { type Client, readData } from './client.js';

/** An acknowledged change of one tag on one dataset. It happened between the two times. */
export interface Change {
  readonly tag: string;
  readonly urn: string;
  readonly there: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Randomly adds or removes one tag on some datasets in one request. @throws when the request fails */
export async function change(to: Client, id: string, urns: readonly string[]): Promise<Change[]> {
  const [there, tag] = [randomInt(2) === 0, tagUrn(id)];
  const sentAt = performance.now();
  const resources = urns.map((resourceUrn) => ({ resourceUrn }));
  readData(
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
 * Returns the tags of a dataset that no serial order of the changes explains. The last change of an order was answered
 * after all others had been sent.
 */
export function notSerializable(urn: string, changes: readonly Change[], seen: readonly string[]): string[] {
  const found = new Set(seen).size === seen.length ? [] : [`a tag is twice on ${urn}`];
  const mine = changes.filter((one) => one.urn === urn);
  const tags = new Set(mine.map(({ tag }) => tag));
  for (const tag of seen) if (!tags.has(tag)) found.push(`no change added ${tag} to ${urn}`);
  for (const tag of tags) {
    const all = mine.filter((one) => one.tag === tag);
    const lastSentAt = Math.max(...all.map(({ sentAt }) => sentAt));
    const last = all.filter(({ answeredAt }) => answeredAt >= lastSentAt);
    if (!last.some(({ there }) => there === seen.includes(tag))) {
      found.push(`${tag} on ${urn} is ${seen.includes(tag)}`);
    }
  }
  return found;
}

/** Returns tags that are not in the order of their adding. @param changes those of one tag are of one client */
export function outOfOrder(urn: string, changes: readonly Change[], seen: readonly string[]): string[] {
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
