/**
 * Every element and every transaction code of the forms 3, 4 and 5 that is known, over all schema versions. Any other is a
 * warning.
 */

/** From X0101 to X0609: versions add elements and remove none, so one list covers all. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  `ownershipDocument schemaVersion documentType periodOfReport dateOfOriginalSubmission noSecuritiesOwned
  notSubjectToSection16 form3HoldingsReported form4TransactionsReported aff10b5One remarks
  issuer issuerCik issuerName issuerTradingSymbol issuerForeignTradingSymbol
  reportingOwner reportingOwnerId rptOwnerCik rptOwnerCcc rptOwnerName
  reportingOwnerAddress rptOwnerStreet1 rptOwnerStreet2 rptOwnerCity rptOwnerState rptOwnerZipCode
  rptOwnerStateDescription rptOwnerGoodAddress rptOwnerNonUSAddressFlag rptOwnerNonUSStateTerritory rptOwnerCountry
  reportingOwnerRelationship isDirector isOfficer isTenPercentOwner isOther officerTitle otherText
  nonDerivativeTable nonDerivativeTransaction nonDerivativeHolding
  derivativeTable derivativeTransaction derivativeHolding
  value footnoteId securityTitle conversionOrExercisePrice transactionDate deemedExecutionDate
  transactionCoding transactionFormType transactionCode equitySwapInvolved transactionTimeliness
  transactionAmounts transactionShares transactionTotalValue transactionPricePerShare transactionAcquiredDisposedCode
  exerciseDate expirationDate underlyingSecurity underlyingSecurityTitle underlyingSecurityShares
  underlyingSecurityValue postTransactionAmounts sharesOwnedFollowingTransaction valueOwnedFollowingTransaction
  ownershipNature directOrIndirectOwnership natureOfOwnership
  footnotes footnote ownerSignature signatureName signatureDate`.split(/\s+/),
);

/** General instruction 8 of the form; K and V are flags of the printed form that some filers put in the code. */
export const CODES: ReadonlySet<string> = new Set('ACDEFGHIJKLMOPSUVWXZ');
