/** Every element of the SEC's schema files for Form 13F; any other is a warning. */

/** `eis_13F_Filer.xsd`: cover page, signature and summary page. */
export const COVER_ELEMENTS: ReadonlySet<string> = new Set(
  `edgarSubmission schemaVersion headerData submissionType filerInfo liveTestFlag denovoRequest
  flags confirmingCopyFlag returnCopyFlag overrideInternetFlag filer credentials cik ccc fileNumber
  contact contactName contactPhoneNumber contactEmailAddress notifications notificationEmailAddress periodOfReport
  formData coverPage reportCalendarOrQuarter isAmendment amendmentNo amendmentInfo amendmentType confDeniedExpired
  dateDeniedExpired dateReported reasonForNonConfidentiality filingManager name address street1 street2 city
  stateOrCountry zipCode reportType form13FFileNumber crdNumber secFileNumber otherManagersInfo otherManager
  provideInfoForInstruction5 additionalInformation signatureBlock title phone signature signatureDate
  summaryPage otherIncludedManagersCount tableEntryTotal tableValueTotal isConfidentialOmitted otherManagers2Info
  otherManager2 sequenceNumber documents document conformedName conformedDocumentType description contents`.split(
    /\s+/,
  ),
);

/** `eis_13FDocument.xsd`: the information table. */
export const TABLE_ELEMENTS: ReadonlySet<string> = new Set(
  `informationTable infoTable nameOfIssuer titleOfClass cusip figi value shrsOrPrnAmt sshPrnamt sshPrnamtType putCall
  investmentDiscretion otherManager votingAuthority Sole Shared None`.split(/\s+/),
);
