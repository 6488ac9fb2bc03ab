/** Inputs of one event, and outputs. */
export const datasetsMax = 1_000;
/** Pairs of an input and an output of one event, each of which becomes an upstream. */
export const upstreamsMax = 10_000;
/** Columns of one dataset in a facet. */
export const fieldsMax = 10_000;
/** Columns that one column was made of. */
export const inputFieldsMax = 10_000;
/** Pairs of columns in the lineage of all outputs of one event. */
export const columnPairsMax = 20_000;
/** Characters of the changes that these pairs become: each repeats the names of two columns. */
export const columnCharactersMax = 20_000_000;
/** Owners, tags, symlinks or transformations of one thing. */
export const listedMax = 100;
