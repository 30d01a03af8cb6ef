/** What `npm run torture` does, as it says it itself. */
export const USAGE = `npm run torture -- [--kills 1000] [--faults 0.05] [--images 10000] [--seed 1]
npm run torture -- fuzz [--executions 100000000] [--seed 1] [--target PREFIX [--execution NUMBER]]
npm run torture -- scope
npm run torture -- trades [--kills 1000] [--seed 1]
npm run torture -- executors [--kills 1000] [--seed 1]
npm run torture -- treasury [--kills 1000] [--seed 1] [--naive]
npm run torture -- month [--movements 10000] [--seed 1]
npm run torture -- lanes [--faults 0.05] [--minutes 5] [--unknown 1] [--seed 1]
npm run torture -- steps [--steps 100000000] [--seed 1]
npm run torture -- writer [--kills 1000] [--pairs 2] [--seed 1]
npm run torture -- handovers [--kills 20] [--seed 1]
npm run torture -- farm [--workers 200] [--trials 256] [--seed 1]

Kills a real daemon under load so many times, with network and venue in processes of their own, and compares it with the venue's truth;
starts on so many images of a power cut; and looks with strace, where it is installed, whether the journal is flushed before the first
byte of an order leaves. Ends with 1 when something is lost, doubled, misbooked, unresolved or badly begun.

fuzz gives every reader of what comes from outside inputs that follow from the seed. Ends with 1 when one of them breaks its promise,
after telling the smallest input that does.

scope goes all ways through small worlds in which three faults strike, wherever they can. It takes many hours. Ends with 1 when a
promise breaks on one of them.

trades kills a simulated daemon that executes deals in the best way so many times. Ends with 1 when a leg is lost or doubled.

executors kills a simulated daemon that works orders (twap, pov, iceberg, peg) so many times. Ends with 1 when the parts of one come to more
than its amount, or to something else than what it said.

treasury kills a real treasury so many times while it withdraws, pays out, converts and sends batches, and compares it with the venue's own
records. Ends with 1 when a payment was made twice, or does not say what became of it. With --naive somebody pays at once again what has no answer: then
it has to end with 1.

month lets a simulated month pass in which a treasury withdraws, sends batches, converts and is paid, with lost answers and kills. Ends with 1 when
the statement differs from the venue in anything, hledger or beancount (where they are installed) refuse the books, the audit log does not verify, or a
changed byte does not show.

lanes lets a real daemon trade nine pairs over HTTP while that share of its orders is lost, and says for how much of their time lanes were shut, and which are
shut four minutes after the network has healed. Ends with 1 when one is, or when they were shut for longer than a quarter (a tenth with --unknown 3).

steps lives through so many steps of the simulation, every tenth episode with a time to heal. Ends with 1 when a promise breaks.

writer takes an account so many times from the daemon that trades it, with another one that stands by, both on one Postgres: kill -9, SIGSTOP, a network
that stands still, a server that starts again. So many pairs at once. Ends with 1 when an order is doubled, lost or misbooked, or an old owner places anything
or does not say why it ends.

handovers takes a treasury so many times from the machine that pays, with another one that stands by, both on one Postgres: kill -9, and SIGSTOP until the
other has taken over. Ends with 1 when a payment was made twice, or does not say what became of it.

farm makes a sweep by workers of a Redis of its own while so many of them are taken away, new ones taking their place: kill -9, SIGSTOP, a line to Redis
that stands still or is cut, from some of which they come back. Ends with 1 when the results differ in one byte from those of the same sweep without a
farm, or when one that came back does not end in order.
`;
