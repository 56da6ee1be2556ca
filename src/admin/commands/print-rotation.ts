import { DEFAULT_ROOT_KEY } from '../../lightning/macaroon.ts';
import type { Rotation } from '../../node/rotate-macaroons.ts';

/** The output of `satchel node rotate`, for programs and for people. */
export const presentRotation = (rotation: Rotation) => ({
  macaroons: rotation.files.map(({ purpose, path, rootKeyId }) => ({
    purpose,
    path,
    root_key: rootKeyId,
  })),
  saved: rotation.saved,
  deleted_root_keys: rotation.deleted,
  waiting:
    rotation.waiting === null
      ? null
      : {
          root_keys: rotation.waiting.rootKeyIds,
          processes: rotation.waiting.processes.map(({ id, role }) => ({ id, role })),
        },
  other_root_keys: rotation.others,
  old_macaroons_of_root_key_0: rotation.undeletable,
});

export function describeRotation(rotation: Rotation, isManaged: boolean): readonly string[] {
  const { files, saved, deleted, waiting, others, undeletable } = rotation;
  const foreign = others.filter((id) => id !== DEFAULT_ROOT_KEY);
  return [
    ...files.map(
      ({ purpose, path, rootKeyId }) => `${purpose.padEnd(11)}${path} (root key ${rootKeyId})`,
    ),
    ...(saved.length === 0 ? [] : [SAVED, ...saved.map((path) => `  ${path}`), THEN]),
    ...(deleted.length === 0 ? [] : [DELETED, `  ${deleted.join(', ')}`]),
    ...(waiting === null ? [] : describeWaiting(waiting)),
    ...(foreign.length === 0 ? [] : [OTHERS, `  ${foreign.join(', ')}`]),
    ...(undeletable.length === 0 ? [] : [UNDELETABLE, ...undeletable.map((path) => `  ${path}`)]),
    ...(others.includes(DEFAULT_ROOT_KEY) ? (isManaged ? KEY_ZERO_MANAGED : KEY_ZERO) : []),
  ];
}

const describeWaiting = ({
  rootKeyIds,
  processes,
}: NonNullable<Rotation['waiting']>): readonly string[] => [
  `The old macaroons still work (root keys ${rootKeyIds.join(', ')}), as they are in use by:`,
  ...processes.map(({ id, role }) => `  process ${id} (${role})`),
  'If these run on other machines, copy the new files there. Then: satchel node rotate --finish',
];

const SAVED =
  'The new macaroons. The service uses the old ones until you put these in their place:';
const THEN = 'Do that, and then: satchel node rotate --finish';
const DELETED = 'LND has deleted these root keys, and accepts no macaroon of them any more:';
const OTHERS =
  'LND has other root keys. If you do not know what they are for, use --delete-others:';
const UNDELETABLE =
  'Copies of the old macaroons of these files still work, as they were made with root key 0:';
const KEY_ZERO: readonly string[] = [
  'LND never deletes root key 0. Its own macaroons are made with it (admin.macaroon,',
  'readonly.macaroon and the like), and all that were baked without --root_key_id. If one of these',
  'may be stolen, start LND again, and before its wallet is unlocked run',
  '`lncli changepassword --new_mac_root_key`. It ends every macaroon of this LND, those of Satchel',
  'too: then run `satchel node rotate` with its new admin.macaroon.',
];
const KEY_ZERO_MANAGED: readonly string[] = [
  'LND never deletes root key 0. Satchel has no macaroon of it, but someone who had a copy of',
  'management.macaroon may have baked one. To end these too: stop Satchel, remove satchel.macaroon',
  'from the folder of the node, run `satchel node setup`, and start Satchel again.',
];
