import { Client } from '@getalby/sdk/oauth';
import { walletSdkSuite } from './wallet-sdk-suite.ts';

walletSdkSuite('@getalby/sdk 8.0.3', (token, baseUrl) => {
  const client = new Client(token, { base_url: baseUrl });
  return {
    accountBalance: () => client.accountBalance({}),
    accountSummary: () => client.accountSummary({}),
    accountInformation: () => client.accountInformation({}),
    accountValue4Value: () => client.accountValue4Value({}),
    createInvoice: (invoice) => client.createInvoice(invoice),
    getInvoice: (hash) => client.getInvoice(hash),
    incomingInvoices: (params) => client.incomingInvoices(params),
    outgoingInvoices: (params) => client.outgoingInvoices(params),
    invoices: (params) => client.invoices(params),
    decodeInvoice: (bolt11) => client.decodeInvoice(bolt11),
    sendPayment: (params) => client.sendPayment(params),
    keysend: (params) => client.keysend(params),
    keysends: (params) => client.keysend([...params]),
    sendBoostagram: (params) => client.sendBoostagram(params),
    createWebhookEndpoint: (endpoint) => client.createWebhookEndpoint(endpoint),
    deleteWebhookEndpoint: (id) => client.deleteWebhookEndpoint(id),
  };
});
