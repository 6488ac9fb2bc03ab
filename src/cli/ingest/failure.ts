/** Why one item of the input can't be sent. The others are sent. */
export class BadItem extends Error {
  override readonly name = 'BadItem';
}
