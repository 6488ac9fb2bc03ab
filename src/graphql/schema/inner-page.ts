import { badRequest } from '../../core/errors.js';
import type { Context } from './builder.js';
import { readsInTurn } from './reads-in-turn.js';

/** Items of all pages that entities have inside one answer, each page counted as one more. The last may exceed it. */
const maxInnerItems = 5_000;

const inTurn = readsInTurn(() => ({ items: 0 }));

/**
 * Reads a page that an entity has, such as its relationships or the containers around it. Their entities have such pages
 * too, so a small document could ask for millions of items.
 *
 * @throws BAD_REQUEST
 */
export const innerPage = <T>(
  { actor, answer }: Pick<Context, 'actor' | 'answer'>,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> =>
  inTurn(actor, async (reads) => {
    // The answer is refused already.
    if (answer.tooLarge) throw answer.tooLarge;
    if (reads.items > maxInnerItems)
      throw badRequest(
        `the request reads more than ${maxInnerItems} relationships, containers, runs and places of tags of its entities; request ` +
          'fewer entities, or for smaller pages',
      );
    const page = await read();
    reads.items += 1 + page.length;
    return page;
  });
