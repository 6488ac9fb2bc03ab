import { isObject, parseLossless, stringifyLossless } from '../../core/lossless-json.js';
import { BadItem } from './failure.js';

/**
 * Returns an item's MetadataChangeProposal as JSON text for the service; numbers keep every digit. The item is the
 * proposal or `{proposal: …}`. Its aspect is text under `value` or, as DataHub's file sink writes it, JSON under `json`.
 *
 * @throws BadItem when the item is no proposal
 */
export function proposalOf(text: string): string {
  const item = parse(text);
  const given = isObject(item) && isObject(item.proposal) ? item.proposal : item;
  if (!isObject(given)) throw new BadItem('is not a JSON object');
  if ('proposedSnapshot' in given) {
    throw new BadItem('is a MetadataChangeEvent (proposedSnapshot), not a MetadataChangeProposal');
  }
  if (typeof given.entityUrn !== 'string') throw new BadItem('has no entityUrn');
  if (typeof given.aspectName !== 'string') throw new BadItem('has no aspectName');
  const { aspect } = given;
  if (!isObject(aspect) || !('json' in aspect)) return stringifyLossless(given);
  const contentType = given.changeType === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  return stringifyLossless({ ...given, aspect: { contentType, value: stringifyLossless(aspect.json) } });
}

function parse(text: string): unknown {
  try {
    return parseLossless(text);
  } catch (error) {
    throw new BadItem(`is not JSON: ${(error as Error).message}`);
  }
}
