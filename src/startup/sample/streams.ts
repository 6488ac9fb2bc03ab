import type { SampleDatasets } from './dataset.js';

const owners = { 'kofi.mensah': 'TECHNICAL_OWNER', 'data-platform': 'DATA_STEWARD' } as const;

/** Topics, as Avro schemas with nested columns. */
export const streams: SampleDatasets = {
  'kafka:user_events': {
    description: 'What users do, as it happens',
    ...{ owners, domain: 'customers', rows: [77_990, 311] },
    columns: `
      user_name    string
      timestamp    long
      address      Address
      address.city string`,
  },
  'kafka:page_views': {
    description: 'Each page that a browser opens in the shop, with consent only.',
    ...{ owners, domain: 'marketing', terms: ['session'], rows: [9_410_000, 3_100] },
    links: { 'https://wiki.fernhill.example/tracking': 'What is tracked, and with which consent' },
    columns: `
      view_id*               string   Random number of the view
      at                     long     Milliseconds since 1970
      page                   Page     The page that was opened
      page.path              string   Path without the query
      page.kind              string   home, category, product, basket or checkout
      page.sku               string   Article, on product pages
      browser                Browser  The browser, as far as its owner has agreed
      browser.id             string   Random number that lives for 30 days
      browser.device         Device   Device
      browser.device.kind    string   phone, tablet or desktop
      browser.device.system  string   Operating system without its version
      campaign_code          string   Campaign that led to the shop ^campaign`,
  },
  'kafka:order_events': {
    description: 'A message for each change of the state of an order, with its lines.',
    ...{ owners, domain: 'sales', tags: ['append-only'], terms: ['order'], rows: [6_120_000, 5_200] },
    from: ['postgres:shop.public.orders', 'postgres:shop.public.order_items'],
    columns: `
      order_id*              long       Order
      state                  string     State after the change
      at                     long       Milliseconds since 1970
      customer               Customer   Who has ordered
      customer.user_id       long       Account, absent for guests
      customer.email         string     Address for messages about the order #contact-data ^contact-details
      lines                  Line[]     Lines of the order
      lines.sku              string     Article
      lines.quantity         int        Pieces
      lines.price            Money      Price of one piece
      lines.price.amount     double     Amount with tax
      lines.price.currency   string     ISO 4217 code`,
  },
  'kafka:payment_events': {
    description: 'Notices of the payment provider, one for each attempt and each refund.',
    ...{ owners, domain: 'sales', tags: ['payment-data'], rows: [1_510_000, 1_340] },
    columns: `
      payment_id*     string  Number at the provider
      order_id        long    Order
      outcome         string  succeeded, declined or refunded
      amount          double  Amount in the currency of the order
      card            Card    The card, for card payments
      card.scheme     string  Card scheme
      card.last4      string  Last digits #payment-data ^payment-details
      at              long    Milliseconds since 1970`,
  },
  'kafka:stock_changes': {
    description: 'Pieces that enter or leave the warehouse, by article and shelf.',
    ...{ owners, domain: 'fulfilment', tags: ['streaming'], rows: [4_870_000, 4_400] },
    columns: `
      sku*          string    Article
      change        int       Pieces, negative when they leave
      reason        string    purchase, sale, return or count
      place         Place     Where they are
      place.site    string    Warehouse
      place.shelf   string    Shelf
      at            long      Milliseconds since 1970`,
  },
  'kafka:newsletter_clicks': {
    ...{ tags: ['to-document', 'streaming'], rows: [640_000, 700] },
    columns: `
      message_id*   string
      recipient     string  #contact-data
      link          string
      at            long`,
  },
};
