// Whoever counts by days names a zone and its intervals too.
@_exported public import CivilTime
