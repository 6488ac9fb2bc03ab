import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="entity/entity">to do</Page>;
}
