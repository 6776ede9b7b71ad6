// Callers that count by days name a zone and its intervals too.
@_exported public import CivilTime
