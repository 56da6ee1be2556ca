import { Client } from 'alby-js-sdk';
import { walletSdkSuite } from './wallet-sdk-suite.ts';

walletSdkSuite('alby-js-sdk 2.3.0', (token, baseUrl) => {
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
    invoices: null,
    decodeInvoice: null,
    sendPayment: (params) => client.sendPayment(params),
    keysend: (params) => client.keysend(params),
    keysends: (params) => client.keysend([...params]),
    sendBoostagram: (params) => client.sendBoostagram(params),
    createWebhookEndpoint: (endpoint) => client.createWebhookEndpoint(endpoint),
    deleteWebhookEndpoint: (id) => client.deleteWebhookEndpoint(id),
  };
});
