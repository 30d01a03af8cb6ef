import type { Command } from './command.ts';
import { api } from './commands/api.ts';
import { backtest } from './commands/backtest.ts';
import { backup } from './commands/backup.ts';
import { balances } from './commands/balances.ts';
import { book } from './commands/book.ts';
import { canary } from './commands/canary.ts';
import { completion } from './commands/completion.ts';
import { configCheck } from './commands/configCheck.ts';
import { configExplain } from './commands/configExplain.ts';
import { configPlan } from './commands/configPlan.ts';
import { configSchema } from './commands/configSchema.ts';
import { configSet } from './commands/configSet.ts';
import { configShow } from './commands/configShow.ts';
import { convertBest } from './commands/convertBest.ts';
import { convertExecute } from './commands/convertExecute.ts';
import { convertHistory } from './commands/convertHistory.ts';
import { convertQuote } from './commands/convertQuote.ts';
import { dashboard } from './commands/dashboard.ts';
import { dataExport } from './commands/dataExport.ts';
import { dataImport } from './commands/dataImport.ts';
import { dataLs } from './commands/dataLs.ts';
import { dataVerify } from './commands/dataVerify.ts';
import { certify } from './commands/certify.ts';
import { doctor } from './commands/doctor.ts';
import { probe } from './commands/probe.ts';
import { equity } from './commands/equity.ts';
import { events } from './commands/events.ts';
import { execute } from './commands/execute.ts';
import { exportCommand } from './commands/export.ts';
import { fillsList } from './commands/fillsList.ts';
import { init } from './commands/init.ts';
import { flatten, kill, reduce } from './commands/kill.ts';
import { ledgerAdjust } from './commands/ledgerAdjust.ts';
import { ledgerList } from './commands/ledgerList.ts';
import { listen } from './commands/listen.ts';
import { messagesTest } from './commands/messagesTest.ts';
import { openapi } from './commands/openapi.ts';
import { ordersAdopt } from './commands/ordersAdopt.ts';
import { ordersCancel } from './commands/ordersCancel.ts';
import { ordersList } from './commands/ordersList.ts';
import { ordersPlace } from './commands/ordersPlace.ts';
import { ordersReplace } from './commands/ordersReplace.ts';
import { ordersResolve } from './commands/ordersResolve.ts';
import { ordersSettle } from './commands/ordersSettle.ts';
import { ordersUnresolved } from './commands/ordersUnresolved.ts';
import { positionAdjust } from './commands/positionAdjust.ts';
import { positionList } from './commands/positionList.ts';
import { pairs } from './commands/pairs.ts';
import { pageLink } from './commands/pageLink.ts';
import { pageRefund } from './commands/pageRefund.ts';
import { payAddressesCreate } from './commands/payAddressesCreate.ts';
import { payAddressesList } from './commands/payAddressesList.ts';
import { payCurrencies } from './commands/payCurrencies.ts';
import { payIntentsAccept } from './commands/payIntentsAccept.ts';
import { payIntentsCreate } from './commands/payIntentsCreate.ts';
import { payIntentsList } from './commands/payIntentsList.ts';
import { payIntentsRetry } from './commands/payIntentsRetry.ts';
import { payIntentsShow } from './commands/payIntentsShow.ts';
import { payIntentsWatch } from './commands/payIntentsWatch.ts';
import { payPayoutsEstimate } from './commands/payPayoutsEstimate.ts';
import { payPayoutsList } from './commands/payPayoutsList.ts';
import { payPayoutsShow } from './commands/payPayoutsShow.ts';
import { payRefundsLink } from './commands/payRefundsLink.ts';
import { payRefundsList } from './commands/payRefundsList.ts';
import { payIntentsRefundQuote, payRefundsQuote } from './commands/payRefundsQuote.ts';
import { parity } from './commands/parity.ts';
import { pause, resume } from './commands/pauseResume.ts';
import { reconcile } from './commands/reconcile.ts';
import { record } from './commands/record.ts';
import { profit } from './commands/profit.ts';
import { recover } from './commands/recover.ts';
import { replay } from './commands/replay.ts';
import { restore } from './commands/restore.ts';
import { refusalsList } from './commands/refusalsList.ts';
import { refusalsAllow, refusalsRevoke } from './commands/refusalsRevoke.ts';
import { reportCompare } from './commands/reportCompare.ts';
import { reportOpen } from './commands/reportOpen.ts';
import { run } from './commands/run.ts';
import { simulator } from './commands/simulator.ts';
import { simulatorFaults, simulatorStrike } from './commands/simulatorFaults.ts';
import { simulatorDeposit, simulatorLend, simulatorPrice } from './commands/simulatorMoney.ts';
import {
  simulatorDecide,
  simulatorHold,
  simulatorNetworkFee,
  simulatorNotifications,
  simulatorNotify,
  simulatorPending,
} from './commands/simulatorMoves.ts';
import { stats } from './commands/stats.ts';
import { reload } from './commands/reload.ts';
import { status } from './commands/status.ts';
import { storeCopy } from './commands/storeCopy.ts';
import { storeReopen } from './commands/storeReopen.ts';
import { stop } from './commands/stop.ts';
import { strategiesCheck } from './commands/strategiesCheck.ts';
import { strategiesList } from './commands/strategiesList.ts';
import { strategiesState } from './commands/strategiesState.ts';
import { strategiesNew } from './commands/strategiesNew.ts';
import { sweep } from './commands/sweep.ts';
import { worker } from './commands/worker.ts';
import { treasuryLedger } from './commands/treasuryLedger.ts';
import { treasuryStatement } from './commands/treasuryStatement.ts';
import { tca } from './commands/tca.ts';
import { payPayoutsCreate } from './commands/payPayoutsCreate.ts';
import { payRefundsCreate } from './commands/payRefundsCreate.ts';
import { treasuryApprove } from './commands/treasuryApprove.ts';
import { treasuryBatchRetry } from './commands/treasuryBatchRetry.ts';
import { treasuryBatchSubmit } from './commands/treasuryBatchSubmit.ts';
import { treasuryBookAdd } from './commands/treasuryBookAdd.ts';
import { treasuryBookApprove } from './commands/treasuryBookApprove.ts';
import { treasuryBookList } from './commands/treasuryBookList.ts';
import { treasuryBookRemove } from './commands/treasuryBookRemove.ts';
import { treasuryCancel } from './commands/treasuryCancel.ts';
import { treasuryConvert } from './commands/treasuryConvert.ts';
import { treasuryList } from './commands/treasuryList.ts';
import { treasuryPolicyPublish } from './commands/treasuryPolicyPublish.ts';
import { treasuryPolicyShow } from './commands/treasuryPolicyShow.ts';
import { treasuryPolicySign } from './commands/treasuryPolicySign.ts';
import { treasuryRecover } from './commands/treasuryRecover.ts';
import { treasurySchedules } from './commands/treasurySchedules.ts';
import { treasuryServe } from './commands/treasuryServe.ts';
import { treasurySettle } from './commands/treasurySettle.ts';
import { treasuryShow } from './commands/treasuryShow.ts';
import { treasuryWithdraw } from './commands/treasuryWithdraw.ts';
import { treasuryBatchTemplate } from './commands/treasuryBatchTemplate.ts';
import { treasuryAuditHead } from './commands/treasuryAuditHead.ts';
import { treasuryAuditList } from './commands/treasuryAuditList.ts';
import { treasuryAuditVerify } from './commands/treasuryAuditVerify.ts';
import { treasuryDepositCrypto } from './commands/treasuryDepositCrypto.ts';
import { treasuryDepositList } from './commands/treasuryDepositList.ts';
import { treasuryDepositViban } from './commands/treasuryDepositViban.ts';
import { treasuryDepositWire } from './commands/treasuryDepositWire.ts';
import { treasuryReconcile } from './commands/treasuryReconcile.ts';
import { treasuryKeyNew } from './commands/treasuryKeyNew.ts';
import { treasuryKeyShow } from './commands/treasuryKeyShow.ts';
import { treasuryPolicyCheck } from './commands/treasuryPolicyCheck.ts';
import { treasuryPolicyDiff } from './commands/treasuryPolicyDiff.ts';
import { treasuryPolicyTest } from './commands/treasuryPolicyTest.ts';
import { version } from './commands/version.ts';
import { why } from './commands/why.ts';

/** Every command, in the order of the help. To add one, add a file in `commands/` and a line here. */
export const commands: readonly Command[] = [
  init,
  run,
  status,
  reload,
  dashboard,
  stop,
  doctor,
  probe,
  certify,
  pause,
  resume,
  kill,
  reduce,
  flatten,
  pairs,
  book,
  stats,
  balances,
  ordersList,
  ordersPlace,
  ordersReplace,
  ordersCancel,
  execute,
  ordersUnresolved,
  ordersResolve,
  ordersSettle,
  ordersAdopt,
  positionList,
  positionAdjust,
  events,
  equity,
  profit,
  refusalsList,
  refusalsRevoke,
  refusalsAllow,
  fillsList,
  tca,
  why,
  convertQuote,
  convertBest,
  convertExecute,
  convertHistory,
  reconcile,
  ledgerList,
  ledgerAdjust,
  treasuryStatement,
  treasuryLedger,
  recover,
  backup,
  restore,
  storeCopy,
  storeReopen,
  exportCommand,
  record,
  dataLs,
  dataVerify,
  dataExport,
  dataImport,
  backtest,
  sweep,
  worker,
  reportOpen,
  reportCompare,
  replay,
  canary,
  parity,
  strategiesList,
  strategiesNew,
  strategiesCheck,
  strategiesState,
  simulator,
  simulatorFaults,
  simulatorStrike,
  simulatorPrice,
  simulatorDeposit,
  simulatorLend,
  simulatorHold,
  simulatorPending,
  simulatorDecide,
  simulatorNetworkFee,
  simulatorNotify,
  simulatorNotifications,
  payPayoutsCreate,
  payRefundsCreate,
  treasuryApprove,
  treasuryBatchRetry,
  treasuryBatchSubmit,
  treasuryBookAdd,
  treasuryBookApprove,
  treasuryBookList,
  treasuryBookRemove,
  treasuryCancel,
  treasurySettle,
  treasuryConvert,
  treasuryList,
  treasuryPolicyPublish,
  treasuryPolicyShow,
  treasuryPolicySign,
  treasurySchedules,
  treasuryServe,
  treasuryRecover,
  treasuryShow,
  treasuryWithdraw,
  treasuryBatchTemplate,
  payIntentsCreate,
  payIntentsList,
  payIntentsShow,
  payIntentsWatch,
  payIntentsRefundQuote,
  payIntentsRetry,
  payIntentsAccept,
  payAddressesCreate,
  payAddressesList,
  payCurrencies,
  payRefundsQuote,
  payRefundsList,
  payRefundsLink,
  payPayoutsEstimate,
  payPayoutsList,
  payPayoutsShow,
  pageLink,
  pageRefund,
  treasuryDepositWire,
  treasuryDepositViban,
  treasuryDepositCrypto,
  treasuryDepositList,
  treasuryReconcile,
  treasuryKeyNew,
  treasuryKeyShow,
  treasuryAuditList,
  treasuryAuditVerify,
  treasuryAuditHead,
  treasuryPolicyCheck,
  treasuryPolicyTest,
  treasuryPolicyDiff,
  listen,
  messagesTest,
  api,
  openapi,
  configCheck,
  configPlan,
  configSchema,
  configShow,
  configExplain,
  configSet,
  completion(() => commands),
  version,
];
