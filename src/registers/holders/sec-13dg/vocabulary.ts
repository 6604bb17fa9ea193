/** The forms of this register, and every element of Schedules 13D and 13G that is known. Any other is a warning. */

import type { ScheduleForm } from '../../../records/holders/schedule13.js';
import type { WantedForms } from '../../edgar/crawl-pass.js';

const NAMES = ['D', 'G'].flatMap((letter) =>
  ['SCHEDULE 13', 'SC 13'].flatMap((name) => [`${name}${letter}`, `${name}${letter}/A`]),
);

/** EDGAR took the old names until 17 December 2024: they are only in indexes, and the feed has the new ones. */
export const SCHEDULES: WantedForms = { feed: 'SCHEDULE 13', names: new Set(NAMES) };

export function isScheduleForm(type: string): type is ScheduleForm {
  return SCHEDULES.names.has(type);
}

/** From the first XML documents to X0202: a version adds elements and removes none, so one list covers all. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  `edgarSubmission schemaVersion headerData submissionType previousAccessionNumber filerInfo filer filerCredentials cik ccc
  liveTestFlag flags overrideInternetFlag contact contactName contactPhoneNumber contactEmailAddress notifications
  notificationEmailAddress documents formData coverPageHeader amendmentNo securitiesClassTitle dateOfEvent
  eventDateRequiresFilingThisStatement previouslyFiledFlag issuerInfo issuerCIK issuerCik issuerName issuerCUSIP issuerCusip
  issuerCusips issuerCusipNumber address issuerPrincipalExecutiveOfficeAddress issuerPrincipalAddress
  street1 street2 city stateOrCountry zipCode authorizedPersons notificationInfo personName personPhoneNum personAddress
  designateRulesPursuantThisScheduleFiled designateRulePursuantThisScheduleFiled
  reportingPersons reportingPersonInfo reportingPersonCIK reportingPersonNoCIK reportingPersonName memberOfGroup fundType
  legalProceedings citizenshipOrOrganization soleVotingPower sharedVotingPower soleDispositivePower sharedDispositivePower
  aggregateAmountOwned isAggregateExcludeShares percentOfClass typeOfReportingPerson commentContent
  coverPageHeaderReportingPersonDetails reportingCik reportingCikNotPresentInEdgarFlag memberGroup
  reportingPersonBeneficiallyOwnedNumberOfShares reportingPersonBeneficiallyOwnedAggregateNumberOfShares
  aggregateAmountExcludesCertainSharesFlag classPercent comments
  items1To7 items item1 item2 item3 item4 item5 item6 item7 item8 item9 item10 securityTitle commentText filingPersonName
  principalBusinessAddress principalJob hasBeenConvicted convictionDescription citizenship fundsSource transactionPurpose
  percentageOfClassSecurities numberOfShares transactionDesc listOfShareholders date5PercentOwnership contractDescription
  filedExhibits principalBusinessOfficeOrResidenceAddress notApplicableFlag typeOfPersonFiling otherTypeOfPersonFiling
  amountBeneficiallyOwned numberOfSharesPersonHas solePowerOrDirectToVote sharedPowerOrDirectToVote
  solePowerOrDirectToDispose sharedPowerOrDirectToDispose classOwnership5PercentOrLess
  ownershipMoreThan5PercentOnBehalfOfAnotherPerson subsidiaryIdentificationAndClassification
  identificationAndClassificationOfGroupMembers groupDissolutionNotice certifications exhibitInfo
  signatureInfo signaturePerson signatureReportingPerson signatureDetails signature title date
  signatureInformation signatureComments`.split(/\s+/),
);
