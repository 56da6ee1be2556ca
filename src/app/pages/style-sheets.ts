import type { StyleSheets } from '../../web/pages/assets.ts';

/** Both style sheets, and the files of src/ that they are joined from. Later rules win. */
export const STYLE_SHEETS: StyleSheets = {
  'satchel.css': [
    'web/styles/base.css',
    'web/styles/frame.css',
    'web/styles/cards.css',
    'web/styles/lists.css',
    'web/styles/forms.css',
    'webhooks/pages/webhooks.css',
    'address/pages/address.css',
    'apps/pages/apps.css',
    'people/pages/people.css',
    'send/pages/send.css',
    'proof/pages/proof.css',
    'activity/pages/activity.css',
    'notices/pages/notices.css',
    'statements/pages/statements.css',
    'leaving/pages/leaving.css',
    'web/styles/print.css',
  ],
  // Only pages of operators load this one, after the other.
  'operate.css': ['operate/pages/operate.css'],
};
