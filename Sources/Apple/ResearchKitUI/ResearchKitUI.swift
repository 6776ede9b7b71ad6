// Since version 3 an app imports this module too; all its names are ResearchKit's here.
@_exported public import ResearchKit
