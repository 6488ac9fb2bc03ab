import t from 'tap';
import { links } from '../../src/console/model/links.js';

t.test('a link to a user leads to the page of people or of service accounts', async (t) => {
  const path = (id: string) => links.user(`urn:li:corpuser:${id}`).replace(/\?.*/, '');
  t.equal(path('jane'), '/console/users');
  t.equal(path('service_01234567-89ab-cdef-0123-456789abcdef'), '/console/service-accounts');
  t.equal(path('service_1'), '/console/users', 'an id that only begins like one of a service account');
});
