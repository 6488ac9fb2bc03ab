import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="find/find">to do</Page>;
}
