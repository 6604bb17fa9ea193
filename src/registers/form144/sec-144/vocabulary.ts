/** The forms that are read, and every element of the SEC's schema for them; any other is a warning. */

import type { Form144Type } from '../../../records/form144/form144.js';
import type { WantedForms } from '../../edgar/crawl-pass.js';

export const FORM_144: WantedForms = { feed: '144', names: new Set(['144', '144/A']) };

export function isForm144(type: string): type is Form144Type {
  return FORM_144.names.has(type);
}

/** `eis_Form_144_Ownership.xsd`, and the addresses and attachments of the common schema. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  `edgarSubmission schemaVersion headerData submissionType previousAccessionNumber filerInfo filer filerCredentials
  cik ccc liveTestFlag contact contactName contactPhoneNumber contactEmailAddress flags overrideInternetFlag
  confirmingCopyFlag returnCopyFlag notifications notificationEmailAddress
  formData issuerInfo issuerCik issuerName secFileNumber issuerAddress issuerContactPhone
  street1 street2 city stateOrCountry zipCode
  nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold relationshipsToIssuer relationshipToIssuer
  securitiesInformation securitiesClassTitle brokerOrMarketmakerDetails name address noOfUnitsSold
  aggregateMarketValue noOfUnitsOutstanding approxSaleDate securitiesExchangeName
  securitiesToBeSold acquiredDate natureOfAcquisitionTransaction nameOfPersonfromWhomAcquired isGiftTransaction
  donarAcquiredDate amountOfSecuritiesAcquired paymentDate natureOfPayment
  nothingToReportFlagOnSecuritiesSoldInPast3Months securitiesSoldInPast3Months sellerDetails saleDate
  amountOfSecuritiesSold grossProceeds remarks
  noticeSignature noticeDate planAdoptionDates planAdoptionDate signature
  documents document conformedName conformedDocumentType contents`.split(/\s+/),
);
