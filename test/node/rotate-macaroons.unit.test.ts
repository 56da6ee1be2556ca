import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LivingProcess } from '../../src/background/process-store.ts';
import { readMacaroon } from '../../src/lightning/macaroon.ts';
import type { MacaroonBakery } from '../../src/lightning/macaroon-bakery.ts';
import {
  endOldMacaroons,
  type MacaroonFile,
  type MacaroonPurpose,
  type RotateMacaroonsDeps,
  rotateMacaroons,
} from '../../src/node/rotate-macaroons.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const CALLS: Readonly<Record<MacaroonPurpose, readonly string[]>> = {
  payments: ['/pay'],
  chain: ['/chain'],
  management: ['/lnrpc.Lightning/BakeMacaroon'],
};

const dies = (): never => {
  throw new Error('killed');
};

interface BenchOptions {
  readonly purposes?: readonly MacaroonPurpose[];
  /** The root key of the macaroons that the files hold at first. */
  readonly rootKeyId?: string;
  /** The root key of the macaroon that bakes. */
  readonly bakersId?: string;
  readonly deletesOthers?: boolean;
}

/**
 * An LND, the files of a service and its processes. Each process uses what the files hold, as soon
 * as someone looks at the processes, unless it is deaf. `killAt` counts all that the rotation does.
 */
function openBench(options: BenchOptions = {}) {
  const { purposes = ['payments', 'chain'], rootKeyId = '7', bakersId = '0' } = options;
  const keys = new Set(['0', '5', '7', '8']);
  const held = new Map(
    purposes.map((purpose, index) => [
      purpose,
      lndMacaroon(index === 0 ? rootKeyId : '8', [`uri:${CALLS[purpose][0]}`]),
    ]),
  );
  const noted = new Set<string>();
  const told: string[] = [];
  const saved: Uint8Array[] = [];
  const processes = [{ id: 'one', isDeaf: false, rootKeyIds: [] as readonly string[] | null }];
  const state = {
    killAt: Number.POSITIVE_INFINITY,
    steps: 0,
    holder: '',
    fence: 0n,
    lacks: [] as string[],
  };
  const step = (): void => {
    state.steps += 1;
    if (state.steps >= state.killAt) dies();
  };
  const inFiles = () => [...held.values()].map((bytes) => readMacaroon(bytes)?.rootKeyId ?? '');
  const takeUp = (): void => {
    for (const process of processes) if (!process.isDeaf) process.rootKeyIds = inFiles();
  };
  takeUp();

  const file = (purpose: MacaroonPurpose): MacaroonFile => ({
    purpose,
    path: `/${purpose}.macaroon`,
    callsFor: () => CALLS[purpose],
    read: async () => held.get(purpose) ?? dies(),
    replace: async (macaroon) => {
      step();
      held.set(purpose, macaroon);
      step();
    },
    saveInto: async (folder, macaroon) => {
      saved.push(macaroon);
      return `${folder}/${purpose}.macaroon`;
    },
  });
  const openBakery = async (): Promise<MacaroonBakery> => ({
    rootKeyId: purposes.includes('management') ? (inFiles().at(-1) ?? null) : bakersId,
    info: dies,
    bake: async (id, calls) => {
      step();
      keys.add(id);
      return lndMacaroon(
        id,
        calls.map((call) => `uri:${call}`),
      );
    },
    rootKeyIds: async () => [...keys],
    deleteRootKey: async (id) => {
      step();
      for (const process of processes) {
        assert(!process.rootKeyIds?.includes(id), `${process.id} uses root key ${id}`);
      }
      keys.delete(id);
      step();
    },
    missingCalls: async () => state.lacks,
    close: async () => undefined,
  });
  const clock = createVirtualClock();
  const deps: RotateMacaroonsDeps = {
    files: purposes.map(file),
    openBakery,
    into: null,
    deletesOthers: options.deletesOthers ?? false,
    rootKeys: {
      addRootKeys: async (ids) => {
        step();
        for (const id of ids) noted.add(id);
      },
      listRootKeys: async () => [...noted],
      removeRootKeys: async (ids) => {
        step();
        for (const id of ids) noted.delete(id);
      },
    },
    processes: {
      listLiving: async (): Promise<readonly LivingProcess[]> => {
        takeUp();
        return processes.map(({ id, rootKeyIds }) => ({ id, role: 'all', rootKeyIds }));
      },
      acquireLease: async (_name, holder) => {
        if (state.holder !== '' && state.holder !== holder) return null;
        if (state.holder === '') state.fence += 1n;
        state.holder = holder;
        return { fence: state.fence };
      },
      releaseLease: async () => {
        state.holder = '';
      },
    },
    clock,
    random: createSeededRandom(1),
    tell: (sentence) => told.push(sentence),
  };
  return {
    keys,
    noted,
    processes,
    state,
    held,
    saved,
    inFiles,
    file,
    deps,
    rotate: () => clock.until(rotateMacaroons(deps)),
    finish: () => clock.until(endOldMacaroons(deps)),
    /** Checks that all macaroons in the files work, and that nothing else is left of rotations. */
    checkClean: (others: readonly string[]) => {
      assert.deepEqual([...keys].sort(), [...others, ...inFiles()].sort());
      for (const id of noted) assert(inFiles().includes(id), `root key ${id} is noted`);
    },
  };
}

test('the old macaroons end once every process uses the new ones', async () => {
  const bench = openBench();
  const { files, deleted, waiting, others, undeletable } = await bench.rotate();
  assert.deepEqual(deleted, ['7', '8']);
  assert.deepEqual([waiting, others, undeletable], [null, ['0', '5'], []]);
  assert.deepEqual(
    files.map(({ rootKeyId }) => rootKeyId),
    bench.inFiles(),
  );
  assert.equal(new Set(bench.inFiles()).size, 2, 'each has a root key of its own');
  bench.checkClean(['0', '5']);
  await bench.rotate();
  bench.checkClean(['0', '5']);
});

for (const purposes of [
  ['payments', 'chain'],
  ['payments', 'chain', 'management'],
] as const) {
  test(`killed at any step, ${purposes.join(', ')} work, and the next rotation cleans up`, async () => {
    let killAt = 1;
    for (let isOver = false; !isOver; killAt += 1) {
      const bench = openBench({ purposes });
      bench.state.killAt = killAt;
      isOver = await bench.rotate().then(
        () => true,
        () => false,
      );
      for (const id of bench.inFiles()) assert(bench.keys.has(id), `killed at step ${killAt}`);
      bench.state.killAt = Number.POSITIVE_INFINITY;
      // The lease of the one that was killed has expired.
      bench.state.holder = '';
      await bench.rotate();
      bench.checkClean(['0', '5']);
    }
    assert(killAt > 12, `${killAt} steps`);
  });
}

test('a process that does not take up the new ones keeps the old ones alive, until it does', async () => {
  for (const rootKeyIds of [['7', '8'], null]) {
    const bench = openBench();
    bench.processes.push({ id: 'two', isDeaf: true, rootKeyIds });
    const { deleted, waiting } = await bench.rotate();
    assert.deepEqual(deleted, []);
    assert.deepEqual(
      waiting?.processes.map(({ id }) => id),
      ['two'],
    );
    assert.deepEqual(waiting.rootKeyIds, ['7', '8']);
    assert(bench.keys.has('7') && bench.keys.has('8'));
    const inFiles = bench.inFiles();
    bench.processes.pop();
    assert.deepEqual((await bench.finish()).deleted, ['7', '8']);
    assert.deepEqual(bench.inFiles(), inFiles, 'nothing is baked again');
    bench.checkClean(['0', '5']);
  }
});

test('macaroons of root key 0 are replaced, and are said to stay good', async () => {
  const bench = openBench({ rootKeyId: '0' });
  const { deleted, undeletable } = await bench.rotate();
  assert.deepEqual(deleted, ['8']);
  assert.deepEqual(undeletable, ['/payments.macaroon']);
  bench.checkClean(['0', '5', '7']);
});

test('other root keys are deleted only when that is asked for, and never root key 0', async () => {
  const bench = openBench({ deletesOthers: true });
  const { deleted, others } = await bench.rotate();
  assert.deepEqual([deleted, others], [['7', '8', '5'], ['0']]);
  bench.checkClean(['0']);
});

test('nothing changes where the file is that of LND, or the baker would end itself', async () => {
  const own = openBench();
  own.held.set('payments', lndMacaroon('0', ['info:read', 'macaroon:generate']));
  await assert.rejects(own.rotate(), /\/payments\.macaroon may bake others/);
  const baker = openBench({ bakersId: '7' });
  await assert.rejects(baker.rotate(), /root key 7, as was one of Satchel/);
  for (const { keys, noted } of [own, baker]) {
    assert.deepEqual([[...keys], [...noted]], [['0', '5', '7', '8'], []]);
  }
});

test('a new macaroon that lacks a call is thrown away', async () => {
  const bench = openBench();
  bench.state.lacks = ['/pay'];
  await assert.rejects(bench.rotate(), /does not allow \/pay/);
  assert.deepEqual([...bench.keys].sort(), ['0', '5', '7', '8']);
  assert.deepEqual(bench.inFiles(), ['7', '8']);
});

test('a file that cannot be replaced keeps its macaroon, and the other works as well', async () => {
  const bench = openBench();
  const [payments] = bench.deps.files;
  assert(payments !== undefined);
  const chain = { ...bench.file('chain'), replace: async () => dies() };
  const deps = { ...bench.deps, files: [payments, chain] };
  await assert.rejects(rotateMacaroons(deps), /killed/);
  const [first = '', second] = bench.inFiles();
  assert.notEqual(first, '7');
  assert.equal(second, '8');
  assert.deepEqual([...bench.keys].sort(), ['0', '5', '7', '8', first].sort());
});

test('macaroons that the operator puts in place end the old ones afterwards', async () => {
  const bench = openBench();
  const { saved, keys, held, finish } = bench;
  const rotation = await rotateMacaroons({ ...bench.deps, into: '/out' });
  assert.deepEqual(rotation.saved, ['/out/payments.macaroon', '/out/chain.macaroon']);
  assert.deepEqual([rotation.deleted, rotation.waiting], [[], null]);
  assert.deepEqual((await finish()).deleted, [], 'they are not in place yet');
  const [payments, chain] = saved;
  assert(payments !== undefined && chain !== undefined);
  for (const macaroon of saved) assert(keys.has(readMacaroon(macaroon)?.rootKeyId ?? ''));
  held.set('payments', payments).set('chain', chain);
  assert.deepEqual((await finish()).deleted, ['7', '8']);
  bench.checkClean(['0', '5']);
});

test('one rotation runs at a time', async () => {
  const bench = openBench();
  bench.state.holder = 'another';
  await assert.rejects(bench.rotate(), /another rotation is running/);
  await assert.rejects(bench.finish(), /another rotation is running/);
});

test('a rotation that took so long that another one has run leaves the files as they are', async () => {
  const bench = openBench();
  const bakery = await bench.deps.openBakery();
  const missingCalls = async () => {
    // Meanwhile the lease of this one expires, and another one takes it and ends.
    bench.state.holder = '';
    return [];
  };
  const deps = { ...bench.deps, openBakery: async () => ({ ...bakery, missingCalls }) };
  await assert.rejects(rotateMacaroons(deps), /another rotation is running/);
  assert.deepEqual(bench.inFiles(), ['7', '8']);
  await bench.rotate();
  bench.checkClean(['0', '5']);
});
