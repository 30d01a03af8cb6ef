import { hostedPage } from '../../src/contract/hostedPage.ts';
import { initiatePayment } from './hostedPage/payments.ts';
import { submitRefunds, submitRefundsByGateway } from './hostedPage/refunds.ts';
import { wireSuite } from './wireSuite.ts';

wireSuite(hostedPage, [initiatePayment, submitRefunds, submitRefundsByGateway]);
