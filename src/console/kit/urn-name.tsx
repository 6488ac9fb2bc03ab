import { urnName } from '../model/urn.js';

/** The last part of a URN, with all of the URN as its title. */
export const UrnName = ({ urn }: { urn: string }) => <span title={urn}>{urnName(urn)}</span>;
